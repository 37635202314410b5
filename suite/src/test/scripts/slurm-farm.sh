#!/usr/bin/env bash
# A farm on a real Slurm cluster of two nodes, both on this machine: runs are spread over shards, one node dies in the middle,
# and what comes out is what one machine said. Needs root, and Debian's slurmctld, slurmd, slurm-client and munge.
#
#   slurm-farm.sh RUN-CTS NAME=WHOLE:OPTIONS...
#
# RUN-CTS: the command. WHOLE: the folder of a run on one machine, with OPTIONS; its times balance the shards.
set -euo pipefail

cts=$(readlink -f "$1")
shift
shards=${SHARDS:-4}
dir=$(mktemp -d /tmp/slurm.XXXXXX)
chmod 755 "$dir"
export SLURM_CONF=$dir/slurm.conf
controller=

# Ends all processes of a node as its power switch does: first those that could say that a job ended.
switch_off() {
  local jobs job parent
  jobs=$(with "SLURMD_NODENAME=$1")
  for job in $jobs; do
    parent=$(ps -o ppid= -p "$job" | tr -d ' ')
    [ "$(ps -o comm= -p "${parent:-0}")" != slurmstepd ] || kill -9 "$parent"
  done
  kill -9 $(with "NODE_OF_TEST=$1") $jobs 2>/dev/null || true
}

switch_on() {
  NODE_OF_TEST=$1 slurmd -D -N "$1" >>"$dir/slurmd-$1.log" 2>&1 &
  disown
}

# The processes that have this in their environment.
with() {
  grep -lszxF "$1" /proc/[0-9]*/environ | cut -d/ -f3 || true
}

finish() {
  switch_off n1
  switch_off n2
  kill -9 "$controller" 2>/dev/null || true
  kill "$(cat "$dir/munge/pid" 2>/dev/null)" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$dir"
}
trap finish EXIT

fail() {
  echo "slurm-farm: $*" >&2
  tail -n 20 "$dir"/*.log "$dir"/farm/*/*.log >&2 2>/dev/null || true
  exit 1
}

cluster() {
  install -d -o munge -m 755 "$dir/munge"
  dd if=/dev/urandom of="$dir/munge/key" bs=1024 count=1 status=none
  chown munge "$dir/munge/key"
  chmod 400 "$dir/munge/key"
  runuser -u munge -- munged --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" \
    --log-file="$dir/munge/log" --seed-file="$dir/munge/seed"
  cat >"$SLURM_CONF" <<CONF
ClusterName=coopcts
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SlurmdTimeout=10
ReturnToService=1
NodeName=n1 NodeHostName=$(hostname -s) NodeAddr=127.0.0.1 Port=16818 CPUs=1 Features=old,cpu
NodeName=n2 NodeHostName=$(hostname -s) NodeAddr=127.0.0.1 Port=16819 CPUs=1 Features=new,cpu
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE
CONF
  mkdir -p "$dir/state"
  slurmctld -D >"$dir/slurmctld.log" 2>&1 &
  controller=$!
  switch_on n1
  switch_on n2
  for _ in $(seq 60); do
    [ "$(sinfo --noheader --format=%t 2>/dev/null | sort -u)" = idle ] && return
    sleep 0.5
  done
  sinfo || true
  fail "the cluster does not come up"
}

# The number of verdicts of a shard.
verdicts() {
  cat "$1/results.jsonl" 2>/dev/null | grep -c '^{"case"' || true
}

cluster
farms=()
kinds=()
for run in "$@"; do
  kind=${run%%=*} rest=${run#*=}
  read -ra options <<<"${rest#*:}"
  kinds+=("$kind=${rest%%:*}")
  "$cts" farm --out "$dir/farm/$kind" --shards "$shards" --constraint cpu --history "${rest%%:*}" --dashboard "$dir/dashboard-$kind" \
    --no-report -- --jobs 1 "${options[@]}" >"$dir/$kind.farm.log" 2>&1 &
  farms+=("$!")
done

# n2 dies in the middle of a shard.
struck=
for _ in $(seq 600); do
  read -r task script < <(squeue --noheader --states=R --nodelist=n2 --format='%K %o') || true
  shard=${script:+$(dirname "$script")/shard-$task}
  if [ -n "$shard" ] && [ "$(verdicts "$shard")" -ge 20 ]; then
    struck=$shard
    break
  fi
  sleep 0.2
done
[ -n "$struck" ] || fail "no shard came to its middle on n2"
switch_off n2
before=$(verdicts "$struck")
echo "n2 dies; $struck has $before verdicts"
for _ in $(seq 120); do
  [[ $(sinfo --noheader --nodes=n2 --format=%t) != down* ]] || break
  sleep 0.5
done
[ -z "$(squeue --noheader --nodelist=n2)" ] || fail "n2 is dead and has a job"
switch_on n2
# What is queued again waits two minutes for its node to be clean; this one is.
for _ in $(seq 20); do
  waiting=$(squeue --noheader --array --states=PD --format='%i %r' | sed -n 's/ BeginTime$//p')
  for task in $waiting; do scontrol update "jobid=$task" starttime=now || true; done
  sleep 0.5
done

for i in "${!farms[@]}"; do
  kind=${kinds[$i]%%=*} whole=${kinds[$i]#*=}
  code=0
  wait "${farms[$i]}" || code=$?
  cat "$dir/$kind.farm.log"
  merged=$dir/farm/$kind/cpu/whole
  [ -f "$merged/results.jsonl" ] || fail "$kind has no whole"
  said=$("$cts" compare "$whole" "$merged" || true)
  echo "$said" | tail -n 1
  echo "$said" | grep -q '^0 worse, 0 better, 0 changed, 0 new, 0 new and bad, 0 gone;' || fail "$kind: other verdicts than on one machine"
  [ "$code" -eq 0 ] || fail "$kind: exit code $code"
  [ -f "$dir/dashboard-$kind/index.html" ] || fail "$kind: no dashboard"
done
grep -q '"resumed"' "$struck/results.jsonl" || fail "the shard was not gone on with"
[ "$(verdicts "$struck")" -eq "$(sed 's/.*"case":"\([^"]*\)".*/\1/;t;d' "$struck/results.jsonl" | sort -u | wc -l)" ] || fail "cases were judged twice"
echo "slurm-farm: as on one machine"
