"""Judges the recorded lines with the published rules alone, to show that another language can.

Usage: python3 bench/lines/judge.py

It takes rules.json and what bash told of each pipeline, and reads lines in the simplest way: no substitutions, no nested
shells. What it cannot place it leaves alone, so it sees less than judgeLine, and tells no more.
"""
import json
import re
import shlex
from pathlib import Path

HERE = Path(__file__).parent
RULES = json.loads((HERE / "../../packages/client/lines/rules.json").read_text())
QUESTIONS = RULES["questions"]["1"].split()
STARTERS = re.compile(r"^(?:(?:sudo|nice|nohup|time|env|command)\s+|timeout\s+(?:-\S+\s+)*\S+\s+|\w+=\S*\s+)*")


def parts_from(text):
    """The parts of the pipeline at the start of a text, and what joins it to the rest."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=";|&()\n")
    lexer.whitespace = " \t"
    lexer.whitespace_split = True
    lexer.commenters = ""
    parts, words = [], []
    for token in lexer:
        if token in ("|", "|&"):
            parts.append(words)
            words = []
        elif set(token) <= set(";|&()\n") and not (words and words[-1].endswith(">")):
            return [*parts, words], token
        else:
            words.append(token)
    return [*parts, words], ""


def is_answer(words, code, output):
    whole = " ".join(words)
    text = whole if code == 124 else STARTERS.sub("", whole)
    if code == 123 and words[0] == "xargs":
        text, code = re.sub(r"^xargs (?:-\S+ )*", "", text), 1
    name = text.split(" ")[0].rsplit("/", 1)[-1]
    for rule in RULES["answers"]:
        if name not in rule["program"].split() or code not in rule["exits"]:
            continue
        if rule.get("never"):
            return False
        if "with" in rule and not re.search(rule["with"], text):
            continue
        if "unless" in rule and re.search(rule["unless"], output, re.M):
            continue
        return True
    return code == 1 and name in QUESTIONS


def judge(line, end):
    """True, False or None, as judgeLine says."""
    if end["exit"] not in (0, 1):
        return False
    output = end["stdout"] + end["stderr"]
    for record in end["statuses"].splitlines():
        found = re.match(r"(\d+) \d+((?: \d+)+)(?:\t|$)", record)
        if not found or "2>/dev/null" in line or "PIPESTATUS" in line:
            continue
        codes = [int(code) for code in found[2].split()]
        try:
            parts, joint = parts_from(line[int(found[1]):])
        except ValueError:
            continue
        if len(parts) != len(codes) or re.match(r"\s*(?:echo|exit|\w+=)[^;]*\$\?", line.split(joint, 1)[-1] if joint else ""):
            continue
        for at, (words, code) in enumerate(zip(parts, codes)):
            is_last = at == len(parts) - 1
            if code in (0, 141) or (is_last and (joint == "||" or "||" in line)):
                continue
            if not words or re.match(r"[(\[{]|\w+=|let$", words[0]):
                continue
            if is_answer(words, code, output) or (words and words[0] in RULES["tolerated"].split()):
                continue
            if is_last and re.search(r"\b(?:if|while|until|elif) |\$\?|(?:^|[ ;])! ", line):
                continue
            return False
    return True if end["exit"] == 0 else None


def main():
    frames = [json.loads(row) for row in (HERE / "frames.ndjson").read_text().splitlines()]
    failed = seen = fine = alarms = 0
    for frame in frames:
        for kind in ("good", "bad"):
            is_bad = kind == "bad" and frame["truth"] == "fail"
            verdict = judge(frame["typed"], frame[kind])
            failed, fine = failed + is_bad, fine + (not is_bad)
            seen += is_bad and verdict is False
            alarms += not is_bad and verdict is False
            if not is_bad and verdict is False:
                print("alarm:", kind, frame["typed"])
    print(f"{seen} of {failed} failures seen, {alarms} of {fine} good ends told as failures")


main()
