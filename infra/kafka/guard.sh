#!/bin/sh
# usage: guard.sh LOG COMMAND...
# Runs the command with its output in LOG, prints its process id, and exits with its exit code. Kills it when the process
# that started this script ends: that process holds the other end of the pipe on standard input.
log=$1
shift
exec 3<&0
"$@" </dev/null >>"$log" 2>&1 3<&- &
child=$!
echo "$child"
(while read -r _ <&3; do :; done; kill -9 "$child") 2>/dev/null &
guard=$!
wait "$child"
code=$?
kill "$guard" 2>/dev/null
exit "$code"
