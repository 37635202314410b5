#!/usr/bin/env bash
# A night on a Slurm cluster: the default profile on every kind of GPU, eight shards each. For cron or scrontab on a machine from
# which jobs are submitted:
#
#   0 20 * * *  /lab/coopcts/docs/ci/slurm-night.sh
#
# The exit code is that of the whole. Called again on the same day, it goes on where it was.
set -euo pipefail

lab=${LAB:-/lab/coopcts-runs}
tonight=$lab/$(date +%F)
yesterday=$lab/$(date -d yesterday +%F)

exec "$(dirname "$0")/../../run-cts.sh" farm --out "$tonight" --history "$yesterday" --dashboard "$lab/dashboard" \
  --shards 8 --constraint h200 --constraint mi300 --sbatch=--partition=gpu --sbatch=--gpus=1 --sbatch=--time=08:00:00 \
  -- --device vulkan --profile default --baseline "$lab/baselines/{}" --max-time 6h
