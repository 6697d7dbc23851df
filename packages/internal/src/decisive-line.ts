import { isWarning } from './warning-line.ts'

/** Longer lines are cut: a message is read, not parsed. */
const MAX_LENGTH = 400
/** Programs say why they failed at the start or at the end of what they print. */
const MAX_READ = 1024 * 1024

/** `fatal: …`, `error: …`, `cc1: error: …`, `npm error …`: the program says itself that this is it. */
const SAYS_ERROR = /^(?:[\w./-]+:? )?(?:fatal|error|fehler)\b(?!s?:?$)/i
/** `a.ts(1,7): error TS2322: …`, `  3:5  error  …`, `TypeError: …`, `E   assert …`, `FAILED test_a.py`. */
const HOLDS_ERROR = /\berror\b(?! ?log)|\b[A-Z]\w*(?:Error|Exception)\b|^E {2,}|^FAILED /
const USAGE = /^\s*usage:|^\s*Usage\b|^(?:Try|See|Use) .*--help\b/

/** Finds the line with which a failing program says why: in stderr, else in stdout. */
export function decisiveLine(stdout: string, stderr: string): string | undefined {
  return lineOf(stderr) ?? lineOf(stdout)
}

function lineOf(text: string): string | undefined {
  const all = shownLines(text)
  // A warning does not say why a program failed, unless nothing else is said.
  const said = all.filter((line) => !isWarning(line))
  const lines = said.length > 0 ? said : all
  if (lines.length === 0) return undefined
  const isTrace = lines.some((line) => line.startsWith('Traceback (most recent call last)'))
  const usage = lines.findIndex((line) => USAGE.test(line))
  const found =
    (isTrace ? lines.at(-1) : undefined) ??
    lines.find((line) => SAYS_ERROR.test(line)) ??
    // Before the usage stands what was wrong; some print it after.
    (usage >= 0 ? (lines[usage - 1] ?? lines.at(-1)) : undefined) ??
    lines.find((line) => HOLDS_ERROR.test(line)) ??
    lines.at(-1)
  return found === undefined ? undefined : cut(found.trim())
}

function shownLines(text: string): readonly string[] {
  const near =
    text.length > MAX_READ * 2 ? `${text.slice(0, MAX_READ)}\n${text.slice(-MAX_READ)}` : text
  return near
    .split('\n')
    .map(lastDrawn)
    .filter((line) => line.trim() !== '')
}

export function lastDrawn(line: string): string {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line
  return whole.slice(whole.lastIndexOf('\r') + 1)
}

function cut(line: string): string {
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…`
}
