#!/usr/bin/env bash
# Makes the layer of odd-driver.c, which ODD_LAYER=1 puts before a driver where XDG_DATA_HOME is the folder, and
# ODD_PORTABILITY=1 with the extension of devices that lack something of Vulkan.
#
#   odd-layer.sh FOLDER
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
layers=$1/vulkan/implicit_layer.d
mkdir -p "$layers"
cc -shared -fPIC -O1 -Wall -Werror -o "$layers/libodd.so" "$here/odd-driver.c"
layer() { # name, variable, more members
  cat >"$layers/$1.json" <<JSON
{"file_format_version": "1.2.0",
 "layer": {"name": "VK_LAYER_COOPCTS_$1", "type": "GLOBAL", "library_path": "$layers/libodd.so", "api_version": "1.4.0",
  "implementation_version": "1", "description": "odd", "enable_environment": {"$2": "1"},
  "disable_environment": {"ODD_OFF": "1"}${3:-}}}
JSON
}
layer odd ODD_LAYER
layer portability ODD_PORTABILITY ',
  "device_extensions": [{"name": "VK_KHR_portability_subset", "spec_version": "1"}]'
