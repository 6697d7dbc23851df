import { holdsInexactNumber } from '../../../internal/json/json-exactness.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { splitWords } from '../../../internal/shell-words.ts'
import { clients, SNAKE, type ClientName, type Place } from './clients.ts'
import { ruleAgainst } from './client-rules.ts'

export interface HookAnswer {
  readonly answer: string
  /** The command that shall run instead; null if the call passes as it is. */
  readonly rewritten: string | null
  readonly reason: string
  /** Whether the hook could not do its work, which `status` shows. */
  readonly isTrouble: boolean
}

export interface HookWorld extends Place {
  readonly platform: string
  /** The folder of the call where the message names none. */
  readonly cwd: string
  /** Returns the flag with rules that the client was started with; null if there is none. */
  readonly startedWithRules: () => string | null
  /** Tests whether these words are known to only read, and would be run by `surety read`. */
  readonly isKnownRead: (words: readonly string[], cwd: string) => boolean | Promise<boolean>
}

/**
 * Answers the message of a client before it runs a command. A plain command that is known to read becomes
 * `surety read -- …`; everything else passes as it is. It never blocks, and decides nothing that a person decides.
 */
export async function answerHook(
  client: ClientName,
  text: string,
  world: HookWorld,
): Promise<HookAnswer> {
  const { pass, rewrite } = clients[client]
  const passed = (reason: string, isTrouble = false): HookAnswer => {
    return { answer: pass, rewritten: null, reason, isTrouble }
  }
  try {
    const call = callOf(client, text)
    if (typeof call === 'string') return passed(call, call !== OTHER_TOOL)
    // Windows has shells that split a line in other ways.
    if (world.platform === 'win32') return passed('The shell may not be a POSIX shell.')
    const words = plainWords(call.command)
    if (typeof words === 'string') return passed(words)
    const cwd = call.cwd ?? world.cwd
    if (!(await world.isKnownRead(words, cwd))) return passed('It is not known to only read.')
    const rule = ruleAgainst(client, { command: call.command, words, cwd }, world)
    if (rule !== null) return passed(rule.reason, rule.isTrouble)
    if (holdsInexactNumber(text)) return passed('The message has a number that JavaScript changes.')
    const rewritten = `surety read -- ${quoteWords(words)}`
    const answer = JSON.stringify(rewrite({ ...call.input, command: rewritten }))
    return { answer, rewritten, reason: 'It is known to only read.', isTrouble: false }
  } catch (error) {
    return passed(error instanceof Error ? error.message : String(error), true)
  }
}

const OTHER_TOOL = 'It is a call of another tool.'

function callOf(client: ClientName, text: string) {
  const { message = SNAKE, tool } = clients[client]
  const given = toObject(text)
  if (given === null) return 'The message is not a JSON object.'
  if (!tool.test(String(given[message.tool]))) return OTHER_TOOL
  const input = toObject(given[message.input])
  const command = input?.['command']
  if (input === null || typeof command !== 'string') return 'The message has no command.'
  return { command, input, cwd: typeof given['cwd'] === 'string' ? given['cwd'] : undefined }
}

/** Reads an object; some messages hold one as text. */
function toObject(value: unknown): Record<string, unknown> | null {
  try {
    const found: unknown = typeof value === 'string' ? JSON.parse(value) : value
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found)
    return isObject ? (found as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const MAX_COMMAND = 4096
/** What a shell does itself, in other words than a program of that name, or with the words behind it. */
const BUILT_IN =
  /^(?:alias|builtin|cd|command|coproc|do|echo|eval|exec|export|function|if|kill|noglob|nocorrect|printf|pwd|read|repeat|select|set|source|test|time|trap|type|unset|until|which|while)$/

/** Splits a command of one plain program; returns why not if some shell could read it as more than that. */
export function plainWords(command: string): readonly string[] | string {
  if (command.length > MAX_COMMAND) return 'The command is long.'
  // A shell takes no other white space away.
  const line = command.replace(/^[ \t]+/, '').replace(/[ \t\n]+$/, '')
  // oxlint-disable-next-line no-control-regex -- a line break separates commands
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(line))
    return 'It has a line break, an escape or a control character.'
  const split = splitWords(line)
  if (!split.ok) return split.message
  const [program = ''] = split.words
  // A path may lead to another program of that name, and quotes hide an alias.
  if (!/^[a-z][a-z0-9._-]*$/.test(program) || !line.startsWith(program))
    return 'Its program is not a plain name.'
  // Double quotes do not keep shells from their history.
  const bare = line.replaceAll(/'[^']*'|"([^"]*)"/g, (_, text = '') =>
    /!/.test(text) ? '!x' : 'x',
  )
  if (/[=:]~|![^ ]|\}/.test(bare) || split.words.some((word) => /^[=~]/.test(word)))
    return 'Some shells expand a part of it.'
  if (BUILT_IN.test(program)) return 'The shell has a command of its own for it.'
  return split.words
}
