import { fail, isJsonObject, type JsonObject, type JsonValue } from '../contract/index.ts'
import { findParameter, problemInArguments } from '@surety/internal/argument-names.ts'
import { closest } from '@surety/internal/closest.ts'
import { createTurns, FULL } from '@surety/internal/turns.ts'
import { answerData, answerOf, answerRefusal, type Refusal } from './own-answer.ts'
import type { CallAnswer, CallContext, ServedCommand, ServedTool } from './served-tool.ts'
import {
  directTools,
  findCommands,
  matchesAny,
  PROGRESSIVE,
  progressiveTools,
  type ListedTool,
} from './tool-list.ts'

/** The commands that a search lists at most; a longer list is no answer to read. */
const MAX_FOUND = 100

/** What the protocol asks of a tool, without the protocol. */
interface CallDesk {
  readonly list: () => Promise<readonly ListedTool[]>
  /** Answers a call. Resolves whatever the arguments are; null if there is no such tool. */
  readonly call: (
    name: string,
    args: JsonValue | undefined,
    context: CallContext,
  ) => Promise<CallAnswer | null>
}

/** A desk, and the skills beside it. */
export interface ServingDesk extends CallDesk, Pick<ServedTool, 'skills'> {}

/** Serves all commands by four tools or, with patterns, one tool for each command that matches. */
export function createCallDesk(tool: ServedTool, patterns: readonly string[]): ServingDesk {
  const commands = new Commands(tool)
  const takeTurn = createTurns()
  const desk =
    patterns.length > 0 ? directDesk(tool, commands, patterns) : fourTools(tool, commands)
  return {
    ...(tool.skills && { skills: tool.skills }),
    list: desk.list,
    call: async (name, args, context) => {
      const turn = await takeTurn(context.signal)
      if (turn === 'full') return refuseLoad(tool)
      try {
        if (turn === 'left') return answerRefusal(tool.dialect, LEFT)
        return await desk.call(name, args, context)
      } catch (error) {
        return answerDefect(tool, error)
      } finally {
        if (typeof turn === 'function') turn()
      }
    },
  }
}

const LEFT: Refusal = { code: 'CANCELLED', message: 'The call was cancelled before it began.' }

function refuseLoad({ dialect }: ServedTool): Promise<CallAnswer> {
  const error = { code: 'TOO_MANY_CALLS', message: FULL, retryable: true, retry_after_ms: 1000 }
  return answerOf(dialect, fail({ exit: 'RATE_LIMITED', error }))
}

/** The commands of a tool, listed when somebody needs more than one of them. */
class Commands {
  readonly #tool: ServedTool
  #all: Promise<readonly ServedCommand[]> | undefined

  constructor(tool: ServedTool) {
    this.#tool = tool
  }

  all(): Promise<readonly ServedCommand[]> {
    return (this.#all ??= this.#tool.commands())
  }

  async find(name: string): Promise<ServedCommand | undefined> {
    const words = name.trim().split(/[\s.]+/)
    const found = this.#all ? null : await this.#tool.find?.(words)
    if (found) return found
    const whole = words.join(' ')
    const all = await this.all()
    return (
      all.find((command) => command.name === whole) ??
      all.find(({ aliases }) => aliases.includes(whole))
    )
  }
}

function directDesk(tool: ServedTool, commands: Commands, patterns: readonly string[]): CallDesk {
  let made: Promise<ReturnType<typeof directTools>> | undefined
  const tools = () =>
    (made ??= commands
      .all()
      .then((all) => directTools(all.filter(({ name }) => matchesAny(patterns)(name)))))
  return {
    list: async () => (await tools()).tools,
    call: async (name, args = {}, context) => {
      const command = (await tools()).byName.get(name)
      if (!command) return null
      if (!isJsonObject(args)) return refuseArgs(tool)
      return callIfFit(tool, command, args, context)
    },
  }
}

function fourTools(tool: ServedTool, commands: Commands): CallDesk {
  const isOwn = (name: string): boolean => Object.values(PROGRESSIVE).some((own) => own === name)
  return {
    list: async () => progressiveTools(tool.name),
    call: async (name, given = {}, context) => {
      if (!isOwn(name)) return null
      if (!isJsonObject(given)) return refuseArgs(tool)
      const stray = Object.keys(given).find((key) => !MEMBERS[name]!.includes(key))
      if (stray !== undefined) return refuseMember(tool, stray, MEMBERS[name]!)
      if (name === PROGRESSIVE.search)
        return search(tool, await commands.all(), given['query'] ?? '')
      const { command: named } = given
      const command = typeof named === 'string' ? await commands.find(named) : undefined
      if (!command) return refuseCommand(tool, await commands.all(), named)
      if (name === PROGRESSIVE.describe) return tool.describe(command, context)
      const args = given['args'] ?? {}
      if (!isJsonObject(args)) return refuseArgs(tool)
      if (name === PROGRESSIVE.read && command.danger !== 'safe') return refuseWrite(tool, command)
      return callIfFit(tool, command, args, context)
    },
  }
}

/** What a call of each of the four tools has. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  [PROGRESSIVE.search]: ['query'],
  [PROGRESSIVE.describe]: ['command'],
  [PROGRESSIVE.read]: ['command', 'args'],
  [PROGRESSIVE.write]: ['command', 'args'],
}

/** What nobody reads is refused: the caller believes that it counts. */
function refuseMember(
  { dialect }: ServedTool,
  stray: string,
  members: readonly string[],
): Promise<CallAnswer> {
  return answerRefusal(dialect, {
    code: 'UNKNOWN_FLAG',
    message: `This tool takes ${members.join(' and ')}, not '${stray.slice(0, 100)}'.`,
    suggestion: members.includes('args')
      ? 'Put the arguments of the command into args.'
      : `Leave out ${stray.slice(0, 100)}.`,
  })
}

/** Calls a command unless its arguments could become other words than their names say. */
function callIfFit(
  tool: ServedTool,
  command: ServedCommand,
  args: JsonObject,
  context: CallContext,
): Promise<CallAnswer> {
  const problem = problemInArguments(
    args,
    (key) => propertiesOf(command)[nameIn(command, key) ?? ''],
  )
  if (problem !== null)
    return answerRefusal(tool.dialect, { code: 'INVALID_VALUE', message: problem })
  const named: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(args)) {
    const name = nameIn(command, key)
    if (name === undefined) return refuseArgument(tool, command, key.slice(0, 100))
    named[name] = value
  }
  return tool.call(command, named, context)
}

/** Finds the name of an argument by any usual spelling of it. */
function nameIn(command: ServedCommand, key: string): string | undefined {
  const found = findParameter(key, command.own ?? [])
  if (found) return found.name
  const all = [...Object.keys(propertiesOf(command)), ...command.alsoTakes]
  return findParameter(
    key,
    all.map((name) => ({ name })),
  )?.name
}

function propertiesOf({ inputSchema }: ServedCommand): Readonly<Record<string, JsonObject>> {
  return inputSchema['properties'] as Readonly<Record<string, JsonObject>>
}

function refuseArgument(
  { dialect }: ServedTool,
  command: ServedCommand,
  unknown: string,
): Promise<CallAnswer> {
  const near = closest(unknown, Object.keys(propertiesOf(command)))
  return answerRefusal(dialect, {
    code: 'UNKNOWN_FLAG',
    message: `'${command.name}' has no argument '${unknown}'.`,
    suggestion: near === undefined ? `Leave out ${unknown}.` : `Use ${near}.`,
  })
}

function search(
  tool: ServedTool,
  commands: readonly ServedCommand[],
  query: JsonValue,
): Promise<CallAnswer> {
  if (typeof query !== 'string')
    return answerRefusal(tool.dialect, { code: 'INVALID_VALUE', message: 'query must be a text.' })
  const found = findCommands(commands, query)
  const listed = found.slice(0, MAX_FOUND).map(({ name, description, danger, confirmedBy }) => ({
    command: name,
    description,
    danger,
    ...(confirmedBy !== null && { confirmed_by: confirmedBy }),
  }))
  const left = found.length - listed.length
  return answerData(tool.dialect, { commands: listed, ...(left > 0 && { left_out: left }) })
}

function refuseCommand(
  tool: ServedTool,
  commands: readonly ServedCommand[],
  name: JsonValue | undefined,
): Promise<CallAnswer> {
  const search = `Call ${PROGRESSIVE.search} to find commands.`
  if (typeof name !== 'string')
    return answerRefusal(tool.dialect, {
      code: 'MISSING_ARGUMENT',
      message: 'The argument command is missing; it is a text.',
      suggestion: search,
    })
  const names = commands.map((command) => command.name)
  const near = closest(name, names)
  return answerRefusal(tool.dialect, {
    code: 'UNKNOWN_COMMAND',
    message: `There is no command '${name.slice(0, 200)}'.`,
    suggestion: near === undefined ? search : `Use '${near}'.`,
  })
}

function refuseWrite(tool: ServedTool, { name, danger }: ServedCommand): Promise<CallAnswer> {
  return answerRefusal(tool.dialect, {
    code: 'NOT_A_READ',
    message: `'${name}' is ${danger}; ${PROGRESSIVE.read} only calls commands that change nothing.`,
    suggestion: `Call it with ${PROGRESSIVE.write}.`,
    details: { command: name, danger_level: danger },
  })
}

function refuseArgs(tool: ServedTool): Promise<CallAnswer> {
  return answerRefusal(tool.dialect, {
    code: 'INVALID_VALUE',
    message: 'The arguments must be an object with their names as members.',
  })
}

/** Answers for an error of ours, so that it never ends the session. */
function answerDefect(tool: ServedTool, error: unknown): Promise<CallAnswer> {
  const detail = error instanceof Error ? error.message : 'unknown'
  const message = 'The call could not be answered.'
  const failure = { code: 'INTERNAL_ERROR', message, detail, retryable: false }
  return answerOf(tool.dialect, fail({ exit: 'GENERAL_ERROR', error: failure }))
}
