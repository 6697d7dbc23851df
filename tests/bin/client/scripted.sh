#!/bin/sh
# Plays a script: client/scripted.sh FOLDER ... prints FOLDER/step-N, where N counts the calls and the last step is
# repeated, and exits with what FOLDER/exit-N says. FOLDER/call-N gets its token and its words.
folder=$1
[ -d "$folder" ] || exit 1
shift
number=1
until (set -C; printf '%s\0' "${FLAKY_TOKEN-}" "$@" >"$folder/call-$number") 2>/dev/null; do
  number=$((number + 1))
done
until [ -f "$folder/step-$number" ]; do number=$((number - 1)); done
cat "$folder/step-$number"
read -r exit <"$folder/exit-$number"
exit "$exit"
