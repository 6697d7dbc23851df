#!/usr/bin/env python3
"""Contract 1.6: invalid input ends with 2. The first word is a fault: exit_3."""
import json, signal, sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
fault, words = sys.argv[1], sys.argv[2:]


def say(data, error, exit_code):
    meta = {"duration_ms": 2, "schema_version": "1.0"}
    print(json.dumps({"ok": exit_code == 0, "data": data, "error": error, "warnings": [], "meta": meta}))
    sys.exit(exit_code)


def refuse(code, message, fix):
    error = {"code": code, "message": message, "retryable": False, "fix_required": fix, "phase": "validation"}
    say(None, error, 3 if fault == "exit_3" else 2)


if "--help" in words:
    print("usage: vol COMMAND\n\ncommands:\n  list  Lists volumes\n  show  Shows a volume", file=sys.stderr)
    sys.exit(0)
if "--version" in words:
    print("vol 2.1.0")
    sys.exit(0)
odd = [word for word in words if word.startswith("-")]
if odd:
    refuse("UNKNOWN_OPTION", f"unknown option {odd[0]}", "remove the option")
if words == ["list"]:
    say([{"id": "v1"}, {"id": "v2"}], None, 0)
if words[:1] != ["show"] or len(words) != 2:
    refuse("UNKNOWN_COMMAND", f"unknown command {' '.join(words)}", "use list or show")
if words[1] not in ("v1", "v2"):
    error = {"code": "VOLUME_NOT_FOUND", "message": f"no volume {words[1]}", "retryable": False, "phase": "execution"}
    say(None, error, 5)
say({"id": words[1]}, None, 0)
