import type { Client } from '@surety/client/unstable/client'
import {
  listOf,
  objectOf,
  isJsonObject,
  SuretyError,
  type JsonObject,
} from 'surety/unstable/contract'
import { knownCallOf } from '@surety/client/unstable/programs'
import { given } from '@surety/internal/given.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import type { CallRecord, Field, ShownCommand, ToolView } from './views.ts'
import type { ForeignCommand } from '../mcp/foreign-commands.ts'
import { spellCall } from '../mcp/foreign-words.ts'
import { isReadyName, startOf } from '../wrap/wrap-start.ts'

/** A call that may be made, and what is known of it. */
export interface PlannedCall {
  readonly argv: readonly string[]
  /** The name of the command; null for words that are none. */
  readonly command: string | null
  readonly args: JsonObject | null
  readonly safety: 'safe' | 'unknown'
  readonly repeat: CallRecord['repeat']
  readonly place: CallPlace
}

/** Where a call runs, if not as the inspector itself: its folder, its standard input, variables on top. */
export interface CallPlace {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** What is asked for: a command with arguments, or a whole command line. */
export interface CallRequest {
  readonly command?: string
  readonly args?: JsonObject
  readonly argv?: readonly string[]
  /** The same as one text. */
  readonly line?: string
  /** Whether the person has said yes to what cannot be undone. */
  readonly confirm?: boolean
  readonly place?: CallPlace
}

/** A tool with its commands. */
export interface InspectedTool {
  readonly name: string
  /** The words that start it; none if only the journal is looked at. */
  readonly program: readonly string[]
  /** The same as a person types them. */
  readonly shown: readonly string[]
  readonly source: ToolView['source']
  readonly commands: readonly ShownCommand[]
  /** Says what would run; throws what the command line would refuse. */
  plan(request: CallRequest): Promise<PlannedCall>
}

/** Finds out what commands a tool has: from its manifest, or a description. */
export async function inspectTool(
  given: readonly string[],
  client: Client,
  version: string,
  report: (problem: string) => void,
): Promise<InspectedTool> {
  const { name, program, shown } = await startOf(given, { withCalls: false })
  const tool = { program, name }
  const learn = async (): Promise<readonly ForeignCommand[]> => {
    const { createForeignTool } = await import('../mcp/foreign-tool.ts')
    const learned = createForeignTool({
      client,
      tool,
      profile: null,
      ownVersion: version,
      options: { dialect: client.options.dialect ?? 'auto' },
      report: () => report(`${name} has no manifest, so you write its calls yourself.`),
    })
    await learned.ready
    return (await learned.commands()) as readonly ForeignCommand[]
  }
  const learned = program.length === 0 ? [] : await learn()
  const isReady = program !== given && isReadyName(name)
  const commands = isReady ? await commandsOfProgram(name, learned) : learned
  return {
    name,
    program,
    shown,
    source: commands.length === 0 ? 'none' : program === given ? 'manifest' : 'description',
    commands: commands.map(toShown),
    plan: (request) => planCall(request, { program, shown, name, commands }),
  }
}

/** Leaves out what surety adds to a program: somebody who looks at git looks for the commands that git has. */
async function commandsOfProgram(name: string, commands: readonly ForeignCommand[]) {
  const known = await Promise.all(commands.map(({ words }) => knownCallOf([name, ...words])))
  return commands.filter((_, at) => known[at]?.command != null)
}

function toShown(command: ForeignCommand): ShownCommand {
  const { name, words, description, danger, preview, inputSchema, facts } = command
  const { positionals } = command
  const properties = objectOf(inputSchema['properties'])
  const required = listOf(inputSchema['required'])
  const raw = objectOf(facts['flags'])
  const ours = new Set([command.confirmedBy, preview?.replace(/^-+/, '')])
  const fields = Object.entries(properties).flatMap(([field, schema]): Field[] => {
    if (ours.has(field) || !isJsonObject(schema)) return []
    const { type, enum: values, description: text } = schema
    const flag = raw[field]
    const shown = {
      name: field,
      type: Array.isArray(values) ? 'choice' : (TYPES[type as string] ?? 'text'),
      required: required.includes(field),
      values: Array.isArray(values) ? values.map(String) : [],
      default: objectOf(flag)['default'],
      description: typeof text === 'string' ? text : '',
      secret: isSecretName(field),
    }
    return [given(shown)]
  })
  const place = ({ name: field, required: isNeeded }: Field) =>
    positionals.includes(field) ? positionals.indexOf(field) : isNeeded ? 1000 : 2000
  const inOrder = fields.toSorted((one, other) => place(one) - place(other))
  return { name, words, description, danger, preview, fields: inOrder }
}

const TYPES: Readonly<Record<string, Field['type']>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
}

type Known = Pick<InspectedTool, 'program' | 'shown' | 'name'> & {
  readonly commands: readonly ForeignCommand[]
}

async function planCall(request: CallRequest, known: Known): Promise<PlannedCall> {
  const { command: name, args = {}, confirm = false, place = {} } = request
  const { program, commands } = known
  if (name === undefined) {
    const split = splitWords(request.line ?? '')
    const needsShell = 'The line needs a shell, and none is used.'
    if (!split.ok) throw refusal('INVALID_VALUE', needsShell, 'Write plain words.')
    const argv = toProgram(request.argv ?? split.words, known)
    if (argv.length === 0 || argv[0] === '')
      throw refusal('MISSING_ARGUMENT', 'No program is named.', 'Write a program and its words.')
    const isOwn = program.length > 0 && startsWith(argv, program)
    const words = argv.slice(program.length)
    const command = isOwn ? commandIn(words, commands) : undefined
    const { confirmedBy = null, preview = null } = command ?? {}
    const isAsked = confirm || words.some((word) => word === `--${confirmedBy}` || word === preview)
    if (command && confirmedBy !== null && !isAsked)
      throw refusal(
        'CONFIRMATION_REQUIRED',
        `'${command.name}' is destructive and needs your confirmation.`,
        preview === null ? 'Confirm it.' : `Look at it with ${preview} first.`,
      )
    return { argv, args: null, place, ...(await facts(argv, command)) }
  }
  const command = commands.find((each) => each.name === name)
  if (command === undefined)
    throw refusal(
      'UNKNOWN_COMMAND',
      `There is no command '${name}'.`,
      'Choose a command from the list.',
    )
  const confirmed = confirm && command.confirmedBy !== null && { [command.confirmedBy]: true }
  const call = spellCall(command, { ...args, ...confirmed })
  if (!call.ok) throw refusal(call.code, call.message, call.fix)
  const argv = [...program, ...call.words]
  return { argv, args, place, ...(await facts(argv, command)) }
}

/** Reads words as a person writes them: the name of the tool stands for the words that start it here. */
function toProgram(argv: readonly string[], { program, shown, name }: Known): readonly string[] {
  if (program.length === 0 || startsWith(argv, program)) return argv
  if (startsWith(argv, shown)) return [...program, ...argv.slice(shown.length)]
  return argv[0] === name ? [...program, ...argv.slice(1)] : argv
}

/** Tests for words that begin with others. */
export function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, at) => word === words[at])
}

/** Finds the command that words name: the one with the most words. */
export function commandIn<Command extends { readonly words: readonly string[] }>(
  words: readonly string[],
  commands: readonly Command[],
): Command | undefined {
  return commands
    .filter(({ words: own }) => own.length > 0 && startsWith(words, own))
    .toSorted((one, other) => other.words.length - one.words.length)[0]
}

/** Says whether a call may be made again without harm, by what the tool or a description says of it. */
async function facts(argv: readonly string[], command: ForeignCommand | undefined) {
  const say = (safety: PlannedCall['safety'], safe: boolean, why: string) => {
    return { command: command?.name ?? null, safety, repeat: { safe, why } }
  }
  if (command?.preview != null && argv.includes(command.preview))
    return say('safe', true, 'It only previews.')
  if (command?.danger === 'safe') return say('safe', true, 'The tool says that it only reads.')
  const again = 'doing it again may change something again.'
  const effect = command?.danger === 'destructive' ? 'destroys' : 'changes'
  if (command !== undefined) return say('unknown', false, `It ${effect} something, so ${again}`)
  return (await knownCallOf(argv))?.repeatable
    ? say('unknown', true, 'It is known to end in the same state if it is repeated.')
    : say('unknown', false, `It is not known to only read, so ${again}`)
}

function refusal(code: string, message: string, suggestion: string) {
  const facts = { phase: 'validation', retryable: false, suggestion } as const
  return new SuretyError(code, 'ARG_ERROR', message, facts)
}
