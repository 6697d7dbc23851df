#!/bin/sh
# Contract 1.0 in sh. The first word is a fault: log_before.
fault=$1
shift
say() {
  [ "$fault" = log_before ] && echo 'INFO vol: connected'
  printf '{"ok": %s, "data": %s, "error": %s, "warnings": [], "meta": {"duration_ms": 3}}\n' "$1" "$2" "$3"
  exit "$4"
}
refuse() {
  phase=execution retryable=false
  [ "$3" = 3 ] && phase=validation retryable=true
  say false null "{\"code\": \"$1\", \"message\": \"$2\", \"retryable\": $retryable, \"phase\": \"$phase\"}" "$3"
}
for word do
  case $word in
    --help) printf 'usage: vol COMMAND\n\ncommands:\n  list  Lists volumes\n  show  Shows a volume\n'; exit ;;
    --version) echo 1.4.0; exit ;;
    -*) refuse UNKNOWN_OPTION "unknown option $word" 3 ;;
  esac
done
case "$1 $2" in
  'list ') say true '[{"id": "v1"}]' null 0 ;;
  'show v1') say true '{"id": "v1", "size": 3}' null 0 ;;
  'show '?*) refuse VOLUME_NOT_FOUND "there is no volume $2" 5 ;;
  *) refuse UNKNOWN_COMMAND "unknown command $*" 3 ;;
esac
