#!/bin/sh
# usage: guard.sh LOG COMMAND...
# Runs the command, with its output in LOG, and ends it when whoever started this script is gone, in whatever way:
# standard input is a pipe from them, and ends with them. Says the command's process id; exits with its exit code.
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
