import { basename, resolve } from 'node:path'

import { knownCallOf } from '@surety/client/unstable/programs'
import { quoteWords } from '@surety/internal/quote-words.ts'
import {
  builtinFacts,
  callOf,
  literalOf,
  parseLine,
  simpleCommands,
  type Line,
  type Part,
  type SimpleCommand,
} from '@surety/client/unstable/shell'
import { isFolder, isInside, realOf, type ReadLimits } from '../read/program-file.ts'
import { whyNoLine } from '../read/known-line.ts'
import {
  answerCommand,
  limitsOf,
  type Call,
  type HookWorld,
  type Rewrite,
} from './answer-command.ts'
import type { RuledCommand } from './client-rules.ts'
import { clients, readStart, type ClientName, type HookChoices } from './clients.ts'
import { MAX_COMMAND, plainWords } from './plain-words.ts'

/** Rewrites a line; the reason if it passes. */
export async function answerLine(
  client: ClientName,
  { command, cwd }: Call,
  world: HookWorld,
  choices: HookChoices,
): Promise<Rewrite | string> {
  if (command.length > MAX_COMMAND) return 'The command is long.'
  const shell = basename(world.env['SHELL'] || 'bash')
  if (!/^(?:ba|da|a|z)?sh$/.test(shell)) return `Its shell is ${shell}.`
  if (shell === 'zsh' && !isSameInZsh(command)) return 'zsh may read the line differently.'
  const line = clients[client].keepsShell
    ? withoutMove(command, cwd)
    : { before: '', rest: command, cwd }
  if (typeof line === 'string') return line
  const rest = { command: line.rest, cwd: line.cwd }
  const words = line.before === '' ? '' : plainWords(line.rest)
  const found = choices.lines
    ? await wrapLine(line.rest, line.cwd, choices.short)
    : typeof words === 'string'
      ? await readLine(line.rest, limitsOf(world, line.cwd, choices.network), choices.short)
      : await answerCommand(words, rest, world, choices)
  if (typeof found === 'string') return found
  const moves = line.before === '' ? [] : [{ command, words: ['cd', line.cwd], cwd }]
  // Rules are about every part, and about the whole.
  const calls = [{ command, words: [], cwd }, ...moves, ...found.calls]
  return { rewritten: `${line.before}${found.rewritten}`, calls }
}

/** Rewrites a line of known reads; the reason if it is none. */
async function readLine(
  text: string,
  limits: ReadLimits,
  short: boolean,
): Promise<Rewrite | string> {
  const found = await whyNoLine(text, limits)
  if ('code' in found) return found.message
  const calls = found.calls.flatMap(({ command, words, started, folders }) =>
    folders.flatMap((cwd) => [words, started].map((each) => ({ command, words: each, cwd }))),
  )
  const start = readStart('--line', { network: found.known.network, short })
  return { rewritten: `${start} ${quoted(text)}`, calls }
}

/** Wraps a line in `surety sh`, which runs it as it is; the reason if it gains nothing, or is no line of bash. */
async function wrapLine(text: string, cwd: string, short: boolean): Promise<Rewrite | string> {
  const line = parseLine(text)
  if ('why' in line) return line.why
  if (line.statements.some(({ isBackground }) => isBackground))
    return 'A part of it goes on in the background.'
  const parts = partsOf(line)
  const [only, ...others] = parts
  if (others.length === 0 && !(short && only && (await hasShortForm(only, cwd))))
    return 'The line has one part, so it can hide no failure.'
  const calls = parts.map((part) => ruledPart(part, cwd))
  const options = short ? '--timeout 0 --short' : '--timeout 0'
  return { rewritten: `surety sh ${options} -- ${quoted(text)}`, calls }
}

/** Tests whether a description says what of the output is left out. */
async function hasShortForm(part: Part, cwd: string): Promise<boolean> {
  const words = callOf(part, cwd)
  return words !== undefined && (await knownCallOf(words))?.short !== undefined
}

function partsOf({ statements }: Line): readonly Part[] {
  return statements.flatMap(({ pipelines }) =>
    pipelines.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'group' ? partsOf(part.line) : part)),
    ),
  )
}

/** Says of a part what the rules are held against; which command it is may be open. */
function ruledPart(part: Part, cwd: string): RuledCommand {
  const command = part.text
  if (part.kind !== 'simple') return { command, words: [], cwd, isOpen: true }
  const words = part.words.map((word) => literalOf(word) ?? word.text)
  const first = part.words.findIndex((word) => literalOf(word) === undefined)
  return {
    command,
    words,
    cwd,
    ...(first !== -1 && { isOpen: true, known: words.slice(0, first) }),
  }
}

/** Quotes a line as one word, without backslashes: the rules of Codex do not see through those. */
function quoted(text: string): string {
  const line = text.trim()
  if (!line.includes("'")) return quoteWords(['x', line]).slice(2)
  return /[$`"\\!]/.test(line) ? `'${line.replaceAll("'", `'"'"'`)}'` : `"${line}"`
}

/** A line without the change of the folder at its start. */
interface MovedLine {
  readonly before: string
  readonly rest: string
  readonly cwd: string
}

/**
 * Takes `cd folder &&` off a line, for clients whose shell stays in the folder for the next line; the reason if the
 * line changes that shell in another way.
 */
function withoutMove(text: string, cwd: string): MovedLine | string {
  const line = parseLine(text)
  if ('why' in line) return line.why
  const [first] = line.statements
  const part = first?.pipelines[0]?.parts[0]
  const words = part?.kind === 'simple' ? part.words.map(literalOf) : []
  const moved =
    part?.kind === 'simple' && words[0] === 'cd' && first?.joints[0] === '&&'
      ? movedLine(text, part, words, cwd)
      : { before: '', rest: text, cwd }
  if (moved === undefined) return KEPT
  const rest = parseLine(moved.rest)
  return 'why' in rest || changesShell(rest) ? KEPT : moved
}

const KEPT = 'It changes the shell in which the next line runs.'

function movedLine(
  text: string,
  part: SimpleCommand,
  [, folder, ...more]: readonly (string | undefined)[],
  cwd: string,
): MovedLine | undefined {
  const isPlain = part.redirects.length === 0 && part.assignments.length === 0 && more.length === 0
  if (!isPlain || folder === undefined || builtinFacts(['cd', folder])?.goesTo === undefined)
    return undefined
  const to = resolve(cwd, folder)
  if (!isFolder(to) || !isInside(realOf(to), realOf(cwd))) return undefined
  const [start] = /^\s*/.exec(text)!
  const after = /^[ \t]*&&\s*/.exec(text.slice(start.length + part.text.length))
  if (!text.startsWith(part.text, start.length) || after === null) return undefined
  const rest = text.slice(start.length + part.text.length + after[0].length)
  return { before: `${quoteWords(['cd', folder])} && `, rest, cwd: to }
}

/** Commands of the shell after which it is as before. */
const PASSING = new Set('[ : command echo false printf pwd test true type'.split(' '))
const CHANGING = /\b(?:cd|export|set|source|exit|alias|unset|declare|readonly|shopt)\b|(?:^|\s)\.\s/

/** Tests whether the shell of a line is another one after it: in another folder, with other variables, ended. */
function changesShell({ statements }: Line): boolean {
  return statements.some(({ pipelines }) =>
    pipelines.some(({ parts }) => parts.length === 1 && changes(parts[0]!)),
  )
}

function changes(part: Part): boolean {
  if (part.kind === 'other') return part.why === 'a function' || CHANGING.test(part.text)
  if (part.kind === 'group') return !part.isSubshell && changesShell(part.line)
  const words = part.words.map((word) => literalOf(word) ?? '')
  return words.length === 0 || (builtinFacts(words) !== undefined && !PASSING.has(words[0]!))
}

/** Words that zsh reads as bash does. */
const PLAIN = /^(?!=)(?:'[^'\\]*'|"[^"\\!$`]*"|[\w@%+=:,./-])+$/

/** Tests whether zsh makes the same of a line: its patterns, its `=` and its `^` mean something else. */
function isSameInZsh(text: string): boolean {
  const line = parseLine(text)
  return (
    !('why' in line) &&
    simpleCommands(line).every(({ words }) => words.every((word) => PLAIN.test(word.text)))
  )
}
