#!/bin/sh
# ${NAME}, for git bisect in the source tree of a driver:
#
#   git bisect start BAD GOOD
#   git bisect run ${FILE} BUILD [DRIVER.json]
#
# BUILD is the command that builds the driver, DRIVER.json the file that the Vulkan loader finds it by; without it the device is the one
# that this file was written on. Exits with 0 where the case passes, with 1 where it fails, hangs or crashes, and with 125, which git skips,
# where the driver cannot be built or lacks something.
build=${1:?usage: bisect.sh BUILD [DRIVER.json]}
sh -c "$build" >&2 || exit 125
${MAKE} || exit 125
if [ -n "${2:-}" ]; then
  VK_DRIVER_FILES=$2 timeout 300 ${THERE}
else
  timeout 300 env ${HERE}
fi
case $? in
  0) exit 0 ;;
  1 | 124 | 132 | 133 | 134 | 135 | 136 | 139) exit 1 ;;
  *) exit 125 ;;
esac
