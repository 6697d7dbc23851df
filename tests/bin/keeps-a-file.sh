#!/bin/sh
# A tool in a language of its own that describes itself with --schema alone. Every call of a command that changes
# something appends its words to the file that TRACE names, whatever its flags are.
exits='{"0":{"name":"SUCCESS","description":"Done","retryable":false,"side_effects":"none"}}'
entry() {
  printf '{"description":"%s","danger_level":"%s","flags":{},"exit_codes":%s,"examples":[{"description":"%s","command":"%s"}]}' \
    "$1" "$2" "$exits" "$1" "$3"
}
answer() {
  printf '{"ok":true,"data":%s,"error":null,"warnings":[],"meta":{"duration_ms":1}}\n' "$1"
}
case "$*" in
--help | 'list --help') echo 'Usage: keeper <command>, --schema' ;;
--version) echo 'keeper 1.2.0' ;;
--schema)
  list=$(entry 'Lists the entries' safe 'keeper list')
  add=$(entry 'Adds an entry' mutating 'keeper add --title example')
  purge=$(entry 'Deletes every entry' destructive 'keeper purge --all --yes')
  answer "{\"schema_version\":\"1.0\",\"framework_version\":\"1\",\"etag\":\"e\",\"commands\":{\"list\":$list,\"add\":$add,\"purge\":$purge}}"
  ;;
list) answer '{"entries":["one"]}' ;;
add* | purge*)
  echo "$*" >>"$TRACE"
  answer '{"effect":"changed"}'
  ;;
*)
  echo '{"ok":false,"data":null,"error":{"code":"ARG_ERROR","message":"Unknown input","retryable":false,"phase":"validation"},"warnings":[],"meta":{"duration_ms":1}}'
  exit 2
  ;;
esac
