@echo off
rem CoopCTS on Windows: the counterpart of run-cts.sh. run-cts help tells the commands; without one, the suite runs.
setlocal
set "here=%~dp0"
set "home=%here%suite\target\coopcts"
set "options=%here%suite\src\main\scripts\java.options"
if exist "%here%lib\" set "home=%here%."
if exist "%here%lib\" set "options=%here%java.options"

rem A bundle's own runtime, then JAVA_HOME, then the PATH. Java itself says if it is too old.
set "java=%here%runtime\bin\java.exe"
if exist "%java%" goto found
set "java=%JAVA_HOME%\bin\java.exe"
if exist "%java%" goto found
for %%J in (java.exe) do set "java=%%~$PATH:J"
if exist "%java%" goto found
echo coopcts: no Java was found; install a JDK 25 or newer, or set JAVA_HOME 1>&2
exit /b 3

:found
if exist "%home%\lib\" goto built
echo coopcts: building, once 1>&2
call "%here%mvnw.cmd" -f "%here%pom.xml" -B -q -Dmaven.test.skip -Dspotless.check.skip package 1>&2
if errorlevel 1 exit /b 3

:built
if not defined COOPCTS_HEAP set "COOPCTS_HEAP=1g"
rem A size is digits, the first no zero, and a letter perhaps.
set "digits=%COOPCTS_HEAP%"
for %%U in (k K m M g G t T) do if "%COOPCTS_HEAP:~-1%"=="%%U" set "digits=%COOPCTS_HEAP:~0,-1%"
set "other="
for /f "delims=0123456789" %%D in ("%digits%") do set "other=%%D"
if not defined digits set "other=none"
if "%digits:~0,1%"=="0" set "other=0"
if defined other (
  echo coopcts: COOPCTS_HEAP is a size such as 4g or 800m 1>&2
  exit /b 2
)
rem Java's own exit code is 1 where it cannot start. So it starts first to say no more than that it has come up.
"%java%" @"%options%" -XX:TieredStopAtLevel=1 "-Xmx%COOPCTS_HEAP%" -Dcoopcts.ready=true -cp "%home%\lib\*" coopcts.cli.Main 2>nul <nul | findstr /c:"coopcts: ready" >nul
if errorlevel 1 (
  echo coopcts: Java does not start with these options and limits; JDK_JAVA_OPTIONS and JAVA_TOOL_OPTIONS count too 1>&2
  exit /b 3
)
"%java%" @"%options%" -XX:TieredStopAtLevel=1 "-Xmx%COOPCTS_HEAP%" "-Dcoopcts.home=%home%" "-Dcoopcts.script=%here%run-cts.cmd" -cp "%home%\lib\*" coopcts.cli.Main %*
exit /b %errorlevel%
