import { DEFAULT_DIALECT, traitsOf } from '../../dialects/wires.ts'
import { isFormatId, type FormatId } from '../../formats/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { CliDeclaration, ContractDeclaration } from '../declare/types/cli-declaration.ts'
import type { World } from '../process/world.ts'
import type { Line } from '../line/read.ts'

export type OutputRequest = Readonly<ReturnType<typeof readOutputRequest>>

/** Reads the output flags first, so that even an error in the rest has the requested form. The last flag wins. */
export function readOutputRequest(cli: Cli, world: World, line: Line) {
  const { output = {}, contract, dialect = DEFAULT_DIALECT } = cli.declaration
  const { given, ...flags } = readOutputFlags(line, cli.declaration)
  const isFull = given['fullOutput'] !== undefined
  const isCounted = given['tokenCount'] !== undefined
  const { chosen, isLossless, version, unknownVersion, warnings } = chooseEnvelope(
    cli,
    given,
    world.env[`${cli.envPrefix}_ENVELOPE`],
  )
  const { refusesYaml, ignoresUnknownFormat, endsStreams = false } = traitsOf(chosen)
  const asked = world.takeAnswer ? 'json' : flags.format
  const variable = output.env ?? `${cli.envPrefix}_FORMAT`
  const requested = asked ?? world.env[variable]
  const format = toFormat(requested, output.values ?? {})
  const isRefused = format === 'yaml' && refusesYaml === true
  const known = isRefused ? undefined : format
  const isUnknown = asked === undefined && Boolean(requested) && known === undefined
  const isIgnored = isUnknown && !isRefused && ignoresUnknownFormat === true
  if (isIgnored)
    warnings.push(`${variable} is '${requested}', which is not an output format; it was ignored.`)
  const limit = world.env[limitVariable(cli)]
  const own = contract ? Object.values(contract.versions) : [dialect]
  const isOwn = own.some((id) => id === chosen || traitsOf(id).fullVariant === chosen)
  return {
    format: known ?? defaultFormat(cli, world, isFull, chosen),
    dialect: chosen,
    /** Whether the caller chose a dialect other than the tool's own. */
    isForeign: !isOwn,
    /** Whether the answer keeps what its dialect has no member for, so that it is read back exactly. */
    isLossless,
    /** Whether rows are items with a last line that counts them. */
    endsStreams,
    /** The variable that chooses the format; empty if none does. */
    formatVariable: output.env ?? '',
    /** What chose the format. */
    formatFrom: asked === undefined ? variable : '--format',
    /** Whether formats other than JSON show the whole envelope. */
    isFull: isFull || (known === 'jsonl' && traitsOf(chosen).wrapsLines === true),
    isExplicit: asked !== undefined,
    /** Whether the caller wants the tokens of the answer counted or limited. */
    isMeasured: isCounted || (given['tokenLimit'] ?? given['tokenOffset']) !== undefined,
    /** The size limit of the answer in bytes, from a variable of the tool; 0 for none. */
    maxBytes: maxBytesOf(limit) ?? DEFAULT_BYTES,
    /** The text of that variable where it is no number of bytes. */
    refusedLimit: maxBytesOf(limit) === undefined ? (limit ?? null) : null,
    countsTokens: isCounted,
    tokenLimit: toNumber(given['tokenLimit']),
    tokenOffset: toNumber(given['tokenOffset']),
    warnings,
    /** The contract version of the answer; null if the tool declares none or the dialect is another. */
    version,
    /** A requested contract version that was removed or never existed. */
    unknownVersion,
    /** A requested format that does not exist, or that the dialect does not allow. */
    refusedFormat: ((isRefused || (isUnknown && !isIgnored)) && requested) || null,
  }
}

/** Chooses the dialect: a flag before the variable before the version that was asked for before the tool's own. */
function chooseEnvelope(
  cli: Cli,
  given: Partial<Record<string, string>>,
  variable: string | undefined,
) {
  const { contract, dialect = DEFAULT_DIALECT } = cli.declaration
  const warnings: string[] = []
  let chosen = given['envelope'] ?? variable
  const isLossless = chosen?.endsWith(LOSSLESS) === true
  if (isLossless) chosen = chosen!.slice(0, -LOSSLESS.length) || undefined
  let unknownVersion: string | null = null
  let version: string | null = null
  if (contract) {
    const isLegacy = given['legacyEnvelope'] !== undefined
    const wanted = isLegacy ? legacyVersion(contract) : given['envelopeVersion']
    const isOffered = wanted !== undefined && Object.hasOwn(contract.versions, wanted)
    if (!isOffered) unknownVersion = wanted ?? null
    const offered = isOffered ? wanted : contract.default
    const own = contract.versions[offered]!
    chosen ??= own
    if (own === chosen) version = offered
    if (version !== null && contract.deprecated?.includes(version))
      warnings.push(
        `Envelope version ${version} is deprecated; use --envelope-version ${contract.default}.`,
      )
  }
  chosen ??= dialect
  if (given['fullOutput'] !== undefined) chosen = traitsOf(chosen).fullVariant ?? chosen
  return { chosen, isLossless, version, unknownVersion, warnings }
}

export function limitVariable(cli: Cli): string {
  return `${cli.envPrefix}_MAX_OUTPUT_BYTES`
}

const DEFAULT_BYTES = 1_048_576

function maxBytesOf(text: string | undefined): number | undefined {
  const bytes = text ? Number(text) : DEFAULT_BYTES
  return Number.isInteger(bytes) && bytes >= 0 ? bytes : undefined
}

/** Returns the contract version that `--legacy-envelope` selects: the oldest, or the last one that was removed. */
function legacyVersion({ legacy, versions, removed = [], default: own }: ContractDeclaration) {
  const oldest = legacy ?? Object.keys(versions).toSorted(byVersion)[0]
  return oldest === own ? (removed.toSorted(byVersion).at(-1) ?? oldest) : oldest
}

/** Ends the name of a dialect in which an answer must lose nothing. */
const LOSSLESS = '+lossless'

/** Finds what the output flags say, by their keys. */
function readOutputFlags({ tokens, words }: Line, { output }: CliDeclaration) {
  const { switches = {} } = output ?? {}
  const given: Partial<Record<string, string>> = {}
  let format: string | undefined
  const answers = new Map(words.map((word) => [word.answers, word.text]))
  for (const token of tokens) {
    if (token.kind === 'unknown' || token.named.param.set !== 'flags') continue
    const { named: found } = token
    const { key, def } = found.param
    const text = token.kind === 'given' ? token.text : undefined
    const said = text ?? answers.get(token)
    const isOff = def.kind === 'boolean' && (said === 'false') === found.isPositive
    if (isOff) continue
    if (Object.hasOwn(switches, key)) format = switches[key]
    else if (key === 'json') format = 'json'
    // Even without its value, a flag about tokens says how to show the error about that.
    else if (def.kind === 'boolean' || key.startsWith('token')) given[key] = text ?? ''
    else if (text === undefined) continue
    else if (key !== 'format') given[key] = text
    else format = text
  }
  return { given, format }
}

function toNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function toFormat(
  name: string | undefined,
  values: Readonly<Record<string, string>>,
): FormatId | 'human' | undefined {
  if (name === undefined) return undefined
  const format = Object.hasOwn(values, name) ? values[name]! : name
  if (Object.hasOwn(values, name) && format === 'human') return 'human'
  return isFormatId(format) ? format : undefined
}

function defaultFormat(
  cli: Cli,
  world: World,
  isFull: boolean,
  dialect: string,
): FormatId | 'human' {
  const { output = {} } = cli.declaration
  const { piped = 'json', terminal = 'human' } = output
  // Later generations of the spec want JSON with NO_COLOR even at a terminal (REQ-F-003).
  const isStrict = dialect !== DEFAULT_DIALECT && traitsOf(dialect).generation !== undefined
  // CI calls for data, and the whole envelope is data as well.
  const isForPeople = world.isStdoutTty && !world.env['CI'] && !isFull
  const isColorless = world.env['NO_COLOR'] !== undefined
  const atTerminal = isColorless ? (output.noColor ?? (isStrict ? piped : terminal)) : terminal
  const format = isForPeople ? atTerminal : piped
  return format === 'human' || isFormatId(format) ? format : 'json'
}

function byVersion(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}
