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
"%java%" @"%options%" -XX:TieredStopAtLevel=1 "-Xmx%COOPCTS_HEAP%" "-Dcoopcts.home=%home%" "-Dcoopcts.script=%here%run-cts.cmd" -cp "%home%\lib\*" coopcts.cli.Main %*
exit /b %errorlevel%
