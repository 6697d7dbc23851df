import { lastDrawn } from '@surety/internal/last-drawn.ts'
import { isWarning } from '@surety/internal/warning-line.ts'
import { parsed } from './end-document.ts'
import { codeInLine, codeOfPhrase } from './own-code.ts'
import { BULLET, cut, HAS_WORD, isJsonLike, plainWords } from './plain-words.ts'
import { saidInFrames } from './said-in-document.ts'

export interface SaidInText {
  readonly message: string | undefined
  readonly code: string | undefined
  /** A code for what many programs say in the same words. */
  readonly phrase: string | undefined
}

interface Line {
  readonly text: string
  /** How surely it says why a program failed: 4 it calls itself an error, 0 it is something else. */
  readonly rank: number
  /** What codes are looked for in: the line with its indent. */
  readonly source: string
}

/** How many lines of a stream are looked at, at each end. */
const MAX_LINES = 200

/** Finds the line with which a program says why it failed, by its shape; of two alike, the one of the first text. */
export function saidInText(texts: readonly string[]): SaidInText {
  const streams = texts.map(linesOf)
  const lines = streams.flat()
  const best = Math.max(ASIDE, ...lines.map(({ rank }) => rank))
  const isBest = ({ rank }: Line) => rank === best
  const from = streams.find((each) => each.some(isBest)) ?? []
  const found = best < TROUBLE ? from.findLast(isBest) : from.find(isBest)
  const telling = lines.filter(({ rank }) => rank >= PLAIN)
  const first = <T>(read: (line: string) => T | undefined) => {
    for (const { source } of [...(found ? [found] : []), ...telling]) {
      const value = read(source)
      if (value !== undefined) return value
    }
    return undefined
  }
  return {
    message: found === undefined ? undefined : cut(found.text),
    code: first(codeInLine),
    phrase: first(codeOfPhrase),
  }
}

const SAYS = 5
const STARTS = 4.5
const HOLDS = 4
const TROUBLE = 3
const PLAIN = 2
const ASIDE = 1
const NOTHING = 0

/** A box that warns: an error has one of its own. */
const WARNING_BOX =
  /^[ \t]*[╷╭┌╔][^\p{L}╵╰└╚]{0,300}(?:\p{L}+ ){0,3}(?:warning|update available)\b[^╵╰└╚]{0,4000}/gimu

function linesOf(text: string): readonly Line[] {
  const all = text.replace(WARNING_BOX, '').split('\n')
  const inner = all.slice(MAX_LINES, -MAX_LINES).filter((line) => STARTS_WITH_ERROR.test(line))
  const near =
    all.length <= 2 * MAX_LINES
      ? all
      : [...all.slice(0, MAX_LINES), ...inner.slice(0, MAX_LINES), ...all.slice(-MAX_LINES)]
  const lines = near.map(lineOf)
  const trace = near.findLastIndex((line) => line.startsWith('Traceback (most recent call last)'))
  if (trace < 0) return lines
  // A trace of Python ends with what was raised; what stands before the last one was caught.
  const raised = near.findIndex((line, at) => at > trace && /^\S/.test(line))
  return lines.map((line, at) =>
    at === raised && line.rank > NOTHING ? { ...line, rank: SAYS + 1 } : line,
  )
}

function lineOf(given: string): Line {
  const source = plainWords(lastDrawn(given.slice(0, MAX_LINE)))
  const text = source
    .trim()
    .replace(BULLET, '')
    .replace(/[│┃║]$/, '')
    .trim()
  if (!HAS_WORD.test(text)) return { text, source, rank: NOTHING }
  if (isJsonLike(text)) return recordLine(text)
  return logLine(text) ?? { text, source, rank: rankOf(text, source) }
}

const MAX_LINE = 10_000

/** A record of a log among text; JSON is no message. */
function recordLine(text: string): Line {
  const record = text.endsWith('}') && LEVELLED.test(text) ? parsed(text) : undefined
  const said = record === undefined ? undefined : saidInFrames([record])
  const message = typeof said === 'object' ? said.message : undefined
  return { text: message ?? text, source: '', rank: message === undefined ? -1 : TROUBLE }
}

const LEVELLED = /"(?:@?level|severity)"\s*:/

/** `time="…" level=fatal msg="no such file"` */
function logLine(line: string): Line | undefined {
  const [, level = '', words] =
    /(?:^|\s)level="?(\w+)"?\s(?:.*?\s)?msg=("(?:[^"\\]|\\.)*"|\S+)/.exec(line) ?? []
  if (words === undefined) return undefined
  const [text = ''] = words
    .replaceAll(/^"|"$/g, '')
    .replaceAll(/\\(["\\])/g, '$1')
    .split(/\\n/)
  if (!HAS_WORD.test(text) || isJsonLike(text)) return undefined
  const isBad = /^(?:err|fatal|panic|crit)/i.test(level)
  return { text, source: text, rank: isBad ? SAYS : ASIDE }
}

/** What stands before the words of a line: times, and the name of who speaks. */
const TIME = /^\[?\d{4}[-/]\d\d[-/]\d\d[T ][\d:.,]+(?:Z|[+-][\d:]+)?\]?:? */
const SPEAKER = String.raw`^(?:\[?[\w./@#-]{1,60}\]?[:>]? {1,3}){0,2}`
/** `fatal: …`, `[error] …`, `cc1: fatal error: …`, `npm ERR! …`, `sox FAIL …`: the program says itself that this is it. */
const SAYS_ERROR = new RegExp(
  String.raw`${SPEAKER}[[(]?(?:fatal|error|err!|fehler|panic|fail|uncaught)(?:\b|(?<=!))(?: #\d+)?(?:[\])]*:|[\])!]+| +-|\[)`,
  'i',
)
const SHOUTS_ERROR = new RegExp(String.raw`${SPEAKER}(?:FATAL|ERROR|ERR!|PANIC|FAIL) `)
const STARTS_WITH_ERROR = /^(?:\w+: )?(?:fatal|error)\b(?!s? ?(?:log|\d|$))/i
/** `a.ts(1,7): error TS2322: …`, `TypeError: …`, `E   assert …`, `FAILED test_a.py`. */
const HOLDS_ERROR =
  /\berror\b(?! ?logs?\b)|^Unexpected (?:token|end|identifier|character|string)\b|\b[A-Z]\w*(?:Error|Exception)\b|\b(?:Syntax|Parse|Fatal|Runtime) Error\b|\bE(?:CONN\w+|NOENT|ACCES|ADDRINUSE|AI_AGAIN|NOTFOUND|TIMEDOUT)\b|^E {2,}|^FAILED |^FAIL |^● /
/** Words in the name of a file tell nothing: `bad.js`. */
const TELLS_OF_TROUBLE =
  /\b(?:cannot|can't|could(?: not|n['’]t)|unable|fail(?:ed|ure|s)?|no such|un(?:known|recogni[sz]ed|expected|supported|resolved|declared|defined)|invalid|illegal|missing|denied|refused|forbidden|(?:does|do|did|was|is|are|has|were)(?:n['’]t| not)|not (?:an?|all|allowed|enough|defined|found|installed|permitted|set|logged|authenticated)|requires?|required|must|already|time(?:d[ -]?)?out|too (?:many|few|long|large)|no (?:[\w-]+ ){1,4}(?:found|specified|matche[sd]|given|available)|no \w+ (?:named|called)|corrupt|conflict|mismatch|rejected|deadline exceeded|exceeded|bad|incorrect|wrong|aborted|only)\b(?![./\\-]\w)|^No |\?$/i
/** Counts and ends that follow the cause. */
const SUMMARY =
  /\bprevious errors?\b|\bunknown (?:system )?error\b|\bin \d[\d.]* ?m?s$|^compilation terminated|^(?:\S+: )?exiting with|exited with (?:code|status|error)|exit (?:code|status) \d|ended with exit|\bfound \d+ (?:\w+ )?errors?\b|^found \d+ |^\w+ aborted!?$|(?:^|[,:(] ?|found )\d+ (?:errors?|failed|failures?|problems?|passed|tests?)\b|\berror \(code \d+\)|^npm (?:ERR!|error) (?:code|syscall|errno|path|dest|cwd|command|location|workspace|signal)\b|^Error occurred when/i
/** Help, timings and places where more is told. */
const HINT =
  /^(?:ERROR: )?\(?(?:try|see|run|use|usage|for (?:more|help|usage|details|a list|complete|information)|did you mean|hint|note|tip|help|ask for|to (?:see|get|initiali[sz]e|list|install)|please (?:report|attach|see|file)|more info\w*|learn more|documentation|available|directories searched|finished|done in|total|time:|took|elapsed|ran |duration|add --|if you|https?:)|\[?(?:INFO|info|debug|DEBUG)\b|\b(?:log of this run|debug log|full log|bug report)\b|^(?:[\w.-]+: )?(?:hint|note|tip|help)\b:?|(?:--|[;,(]) ?(?:using|assuming|ignored|continuing|falling back)\b|^(?:could|did|do|does|is|are|have|maybe|perhaps) [^.:]*\?$/i
const FRAME =
  /^(?:at .+[:(]|throw |\+(?!\+)|File "|#\d+ |-+>|-+\^|\^|~+|\.\.\.|>? ?\d* ?[|│])|^\S+:\d+:in [`'][^`']*[`']$|^\[error\] (?:>| *\d* \|)/

const ONLY_CODE = /^(?:\w+: )?(?:error:? )?[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/i
/** Drawn before what failed. */
const CROSS = /^\s*[×✖✗✘❌⨯] /
const NAMES_CAUSE = /could|cannot|can't|invalid|unable|pars|syntax|not found|unknown|line \d/i
/** `a.c:1:5: …`, `lua: a.lua:1: …` */
const PLACED = /^(?:\w+: )?[\w./-]+:\d+(?:[:.]\d+)?: \S/
const OPTION_ROW = /^--?[\w[]\S*(?:, -\S*)*(?:[ =]\S+)?(?: {2,}|$)/
const KLOG = /^[IWEF]\d{4} \d\d:\d\d:\d\d/

function rankOf(text: string, source: string): number {
  const words = text.replace(TIME, '')
  if (OPTION_ROW.test(words) || KLOG.test(words) || words.endsWith('...')) return ASIDE
  // A row of a table, or a heading with a rule behind it.
  if (words.split(/[│┃║]/).length > 2 || /[━═─]{8}$/.test(words)) return ASIDE
  if (FRAME.test(words) || (/^\s+at /.test(source) && /[:(<]/.test(words))) return NOTHING
  if (isWarning(words) || HINT.test(words) || /^\S*warn|Warning: /i.test(words)) return ASIDE
  if (SUMMARY.test(words)) return PLAIN
  // It only says that something follows, unless it names what failed.
  if (words.endsWith(':') && !NAMES_CAUSE.test(words))
    return CROSS.test(source) ? TROUBLE : /error|fail/i.test(words) ? PLAIN : ASIDE
  // `Error: ERR_X`, and the next line says it in words.
  if (ONLY_CODE.test(words)) return PLAIN
  if (SAYS_ERROR.test(words) || SHOUTS_ERROR.test(words)) return SAYS
  if (STARTS_WITH_ERROR.test(words)) return STARTS
  if (HOLDS_ERROR.test(words) || CROSS.test(source) || codeInLine(words) !== undefined) return HOLDS
  const isTrouble = PLACED.test(words) || TELLS_OF_TROUBLE.test(words)
  return isTrouble ? TROUBLE : PLAIN
}
