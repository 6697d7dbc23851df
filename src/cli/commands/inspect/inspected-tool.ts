import { toolOf, type Client } from '../../../client/index.ts'
import { isJsonObject, SuretyError, type JsonObject } from '../../../contract/index.ts'
import { knownCallOf } from '../../../description/index.ts'
import { isSecretName } from '../../../internal/redact/secret-name.ts'
import { splitWords } from '../../../internal/shell-words.ts'
import type { CallRecord, Field, ShownCommand, ToolView } from '../../../../pages/inspect/views.ts'
import type { ForeignCommand } from '../mcp/foreign-commands.ts'
import { spellCall } from '../mcp/foreign-words.ts'

/** A call that may be made, and what is known of it. */
export interface PlannedCall {
  readonly argv: readonly string[]
  /** The name of the command; null for words that are none. */
  readonly command: string | null
  readonly args: JsonObject | null
  readonly safety: 'safe' | 'unknown'
  readonly repeat: CallRecord['repeat']
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
  const isDescribed = given.length === 1 && (await hasDescription(given[0]!))
  const shown = isDescribed ? ['surety', 'wrap', ...given] : given
  // The program that runs here, whether or not it is on the PATH.
  const program = isDescribed ? [process.execPath, process.argv[1]!, ...shown.slice(1)] : given
  const name = isDescribed ? given[0]! : toolOf(given).name
  const tool = { program, name }
  const learn = async (): Promise<readonly ForeignCommand[]> => {
    const { createForeignTool } = await import('../mcp/foreign-tool.ts')
    const learned = createForeignTool({
      client,
      tool,
      profile: null,
      ownVersion: version,
      options: { dialect: client.options.dialect ?? 'auto' },
      report: () => report(`${name} has no manifest; its calls are made in words of your own.`),
    })
    await learned.ready
    return (await learned.commands()) as readonly ForeignCommand[]
  }
  const commands = program.length === 0 ? [] : await learn()
  return {
    name,
    program,
    shown,
    source: commands.length === 0 ? 'none' : isDescribed ? 'description' : 'manifest',
    commands: commands.map(toShown),
    plan: (request) => planCall(request, { program, shown, name, commands }),
  }
}

async function hasDescription(word: string): Promise<boolean> {
  if (/\.ya?ml$/.test(word)) return true
  if (!/^[a-z][\w-]*$/.test(word)) return false
  const { readyNames } = await import('../../../wrap/index.ts')
  return (await readyNames()).includes(word)
}

function toShown(command: ForeignCommand): ShownCommand {
  const {
    name,
    words,
    description,
    danger,
    preview,
    inputSchema,
    facts,
    confirmedBy,
    positionals,
  } = command
  const properties = isJsonObject(inputSchema['properties']) ? inputSchema['properties'] : {}
  const required = Array.isArray(inputSchema['required']) ? inputSchema['required'] : []
  const raw = isJsonObject(facts['flags']) ? facts['flags'] : {}
  const ours = new Set([confirmedBy, preview?.replace(/^-+/, '')])
  const fields = Object.entries(properties).flatMap(([field, schema]): Field[] => {
    if (ours.has(field) || !isJsonObject(schema)) return []
    const { type, enum: values, description: text } = schema
    const flag = raw[field]
    const fallback = isJsonObject(flag) ? flag['default'] : undefined
    return [
      {
        name: field,
        type: Array.isArray(values)
          ? 'choice'
          : (TYPES[typeof type === 'string' ? type : ''] ?? 'text'),
        required: required.includes(field),
        values: Array.isArray(values) ? values.map(String) : [],
        ...(fallback !== undefined && { default: fallback }),
        description: typeof text === 'string' ? text : '',
        secret: isSecretName(field),
      },
    ]
  })
  const place = ({ name: field, required: isNeeded }: Field) =>
    positionals.includes(field) ? positionals.indexOf(field) : isNeeded ? 1000 : 2000
  return {
    name,
    words,
    description,
    danger,
    preview,
    fields: fields.toSorted((one, other) => place(one) - place(other)),
  }
}

const TYPES: Readonly<Record<string, Field['type']>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
}

interface Known extends Pick<InspectedTool, 'program' | 'shown' | 'name'> {
  readonly commands: readonly ForeignCommand[]
}

async function planCall(request: CallRequest, known: Known): Promise<PlannedCall> {
  const { command: name, args = {}, confirm = false } = request
  const { program, commands } = known
  if (name === undefined) {
    const split = splitWords(request.line ?? '')
    if (!split.ok)
      throw refusal(
        'INVALID_VALUE',
        'The line needs a shell, and none is used.',
        'Write plain words.',
      )
    const argv = toProgram(request.argv ?? split.words, known)
    if (argv.length === 0 || argv[0] === '')
      throw refusal('MISSING_ARGUMENT', 'No program is named.', 'Write a program and its words.')
    const isOwn = program.length > 0 && startsWith(argv, program)
    const words = argv.slice(program.length)
    const command = isOwn ? commandIn(words, commands) : undefined
    if (command && !confirm && isUnconfirmed(command, words))
      throw refusal(
        'CONFIRMATION_REQUIRED',
        `'${command.name}' is destructive, and nobody has confirmed it.`,
        command.preview === null ? 'Confirm it.' : `Look at it with ${command.preview} first.`,
      )
    return { argv, args: null, ...(await facts(argv, command)) }
  }
  const command = commands.find((each) => each.name === name)
  if (command === undefined)
    throw refusal('UNKNOWN_COMMAND', `There is no command '${name}'.`, 'Choose one of the tree.')
  const confirmed = confirm && command.confirmedBy !== null && { [command.confirmedBy]: true }
  const call = spellCall(command, { ...args, ...confirmed })
  if (!call.ok) throw refusal(call.code, call.message, call.fix)
  const argv = [...program, ...call.words]
  return { argv, args, ...(await facts(argv, command)) }
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

function isUnconfirmed(
  { confirmedBy, preview }: ForeignCommand,
  words: readonly string[],
): boolean {
  if (confirmedBy === null) return false
  return !words.includes(`--${confirmedBy}`) && (preview === null || !words.includes(preview))
}

/** Says whether a call may be made again without harm, by what the tool or a description says of it. */
async function facts(argv: readonly string[], command: ForeignCommand | undefined) {
  const own = { command: command?.name ?? null }
  const isPreview = command?.preview != null && argv.includes(command.preview)
  if (command?.danger === 'safe' || isPreview) {
    const why = isPreview ? 'It only previews.' : 'The tool says that it only reads.'
    return { ...own, safety: 'safe', repeat: { safe: true, why } } as const
  }
  const safety = 'unknown' as const
  if (command !== undefined) {
    const why = `It is ${command.danger}: doing it again may change something again.`
    return { ...own, safety, repeat: { safe: false, why } }
  }
  const known = await knownCallOf(argv)
  const why = known?.repeatable
    ? 'It is known to end in the same state if it is repeated.'
    : 'Nobody says that it only reads, so doing it again may change something again.'
  return { ...own, safety, repeat: { safe: known?.repeatable === true, why } }
}

function refusal(code: string, message: string, suggestion: string) {
  return new SuretyError(code, 'ARG_ERROR', message, {
    phase: 'validation',
    retryable: false,
    suggestion,
  })
}
