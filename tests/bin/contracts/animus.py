#!/usr/bin/env python3
"""animus.cli.v1: one line, errors on stderr. The first word is a fault: several_lines."""
import json, signal, sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
fault, words = sys.argv[1], sys.argv[2:]
EXITS = {"internal": 1, "invalid_input": 2, "not_found": 3, "conflict": 4, "unavailable": 5}


def line(document):
    if fault == "several_lines":
        return json.dumps(document, indent=2)
    return json.dumps(document, separators=(",", ":"))


def answer(data):
    print(line({"schema": "animus.cli.v1", "ok": True, "data": data}))
    sys.exit(0)


def fail(code, message):
    error = {"code": code, "message": message, "exit_code": EXITS[code]}
    print(line({"schema": "animus.cli.v1", "ok": False, "error": error}), file=sys.stderr)
    sys.exit(EXITS[code])


if "--help" in words:
    print("usage: animus [--json] COMMAND\n\ncommands:\n  list  Lists subjects\n  get   Shows a subject")
    sys.exit(0)
if "--version" in words:
    print("animus 1.2.0")
    sys.exit(0)
words = [word for word in words if word != "--json"]
odd = [word for word in words if word.startswith("-")]
if odd:
    fail("invalid_input", f"unexpected argument '{odd[0]}' found")
if words == ["list"]:
    answer([{"id": "TASK-1", "title": "Fix login"}])
if words[:1] == ["get"] and len(words) == 2:
    if words[1] == "TASK-1":
        answer({"id": "TASK-1", "title": "Fix login"})
    fail("not_found", f"{words[1]} does not exist")
fail("invalid_input", f"unrecognized subcommand '{' '.join(words)}'")
