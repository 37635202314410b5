#!/usr/bin/env bash
# Makes the layer of odd-driver.c, which ODD_LAYER=1 puts before a driver where XDG_DATA_HOME is the folder.
#
#   odd-layer.sh FOLDER
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
layers=$1/vulkan/implicit_layer.d
mkdir -p "$layers"
cc -shared -fPIC -O1 -Wall -Werror -o "$layers/libodd.so" "$here/odd-driver.c"
cat >"$layers/odd.json" <<JSON
{"file_format_version": "1.2.0",
 "layer": {"name": "VK_LAYER_COOPCTS_odd", "type": "GLOBAL", "library_path": "$layers/libodd.so", "api_version": "1.4.0",
  "implementation_version": "1", "description": "odd", "enable_environment": {"ODD_LAYER": "1"},
  "disable_environment": {"ODD_OFF": "1"}}}
JSON
