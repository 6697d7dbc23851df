import { resolve } from 'node:path'

import { holdsInexactNumber } from '@surety/internal/json/json-exactness.ts'
import { answerCommand, type Call, type HookWorld, type Rewrite } from './answer-command.ts'
import { clients, SNAKE, type ClientName, type HookChoices } from './clients.ts'
import { ruleAgainst } from './client-rules.ts'
import { plainWords } from './plain-words.ts'
import { isRunUnasked } from './unasked.ts'

export interface HookAnswer {
  readonly answer: string
  /** The command that shall run instead; null if the call passes as it is. */
  readonly rewritten: string | null
  readonly reason: string
  /** Whether the hook could not do its work, which `status` shows. */
  readonly isTrouble: boolean
}

/**
 * Answers the message of a client before it runs a command. A command or a line that is known to read becomes
 * `surety read …`; everything else passes as it is. It never blocks, and decides nothing that a person decides.
 */
export async function answerHook(
  client: ClientName,
  text: string,
  world: HookWorld,
  choices: HookChoices,
): Promise<HookAnswer> {
  const { pass, rewrite } = clients[client]
  const passed = (reason: string, isTrouble = false): HookAnswer => {
    return { answer: pass, rewritten: null, reason, isTrouble }
  }
  try {
    const call = callOf(client, text, world.cwd)
    if (typeof call === 'string') return passed(call, call !== OTHER_TOOL)
    // Windows has shells that split a line in other ways.
    if (world.platform === 'win32') return passed('The shell may not be a POSIX shell.')
    const found = await rewriteOf(client, call, world, choices)
    if (typeof found === 'string') return passed(found)
    const rule = ruleAgainst(client, found, world)
    if (rule !== null) return passed(rule.reason, rule.isTrouble)
    if (holdsInexactNumber(text)) return passed('The message has a number that JavaScript changes.')
    const { rewritten } = found
    const answer = JSON.stringify(rewrite({ ...call.input, command: rewritten }))
    const reason = choices.lines ? 'It is wrapped.' : 'It is known to only read.'
    return { answer, rewritten, reason, isTrouble: false }
  } catch (error) {
    return passed(error instanceof Error ? error.message : String(error), true)
  }
}

/** Finds what shall run instead of a command, and the calls in it; the reason if it passes. */
async function rewriteOf(
  client: ClientName,
  call: Call,
  world: HookWorld,
  choices: HookChoices,
): Promise<Rewrite | string> {
  const words = plainWords(call.command)
  const isPlain = typeof words !== 'string'
  if (isPlain && choices.lines && !choices.short)
    return 'The line has one part, so it can hide no failure.'
  const found =
    isPlain && !choices.lines
      ? await answerCommand(words, call, world, choices)
      : // The parser of lines is large, and most commands are none.
        await (await import('./answer-line.ts')).answerLine(client, call, world, choices)
  if (typeof found === 'string' || client !== 'claude-code' || choices.all || choices.lines)
    return found
  const calls = found.calls.flatMap((each) => (each.words.length === 0 ? [] : [each.words]))
  return isRunUnasked(calls) ? 'Claude Code runs it without a question.' : found
}

const OTHER_TOOL = 'It is a call of another tool.'

/** The folder of one call, as clients name it. */
const FOLDERS = ['dir_path', 'directory', 'workdir', 'working_directory']

function callOf(client: ClientName, text: string, here: string) {
  const { message = SNAKE, tool } = clients[client]
  const given = toObject(text)
  if (given === null) return 'The message is not a JSON object.'
  if (!tool.test(String(given[message.tool]))) return OTHER_TOOL
  const input = toObject(given[message.input])
  const command = input?.['command']
  if (input === null || typeof command !== 'string') return 'The message has no command.'
  const cwd = typeof given['cwd'] === 'string' ? given['cwd'] : here
  const folder = FOLDERS.map((name) => input[name]).find((each) => typeof each === 'string')
  return { command, input, cwd: folder === undefined ? cwd : resolve(cwd, folder) }
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
