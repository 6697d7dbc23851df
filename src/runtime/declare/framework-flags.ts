import { s, Schema, type AnySchema, type Definition } from '../../schema/index.ts'
import type { CommandDeclaration, ListDeclaration } from './command-declaration.ts'
import type { Shape } from './standard-schema.ts'

/** Converts an option's key to its flag: `dryRunFirst` becomes `dry-run-first`. */
export function flagName(key: string): string {
  if (key === key.toLowerCase()) return key
  let name = ''
  // By hand, because every start would compile the pattern.
  for (const char of key) name += char >= 'A' && char <= 'Z' ? `-${char.toLowerCase()}` : char
  return name
}

/** Values of `--format`; the human format of terminals cannot be requested by name. */
export const OUTPUT_VALUES = ['json', 'jsonl', 'yaml', 'toon', 'md', 'tsv', 'plain'] as const

/** Describes the flags that every command has, as data: calling the builder for each would take longer. */
function commonDefinitions(values: readonly string[] = []): Readonly<Record<string, Definition>> {
  const off = { kind: 'boolean', default: false } as const
  const text = { kind: 'string', optional: true } as const
  const count = { kind: 'number', whole: true, min: 0, optional: true } as const
  return {
    format: { kind: 'enum', values, optional: true, aliases: ['output', 'output-format'] },
    json: off,
    fullOutput: off,
    cursor: text,
    fields: text,
    tokenCount: off,
    tokenLimit: { ...count, min: 1 },
    tokenOffset: count,
    envelope: text,
    width: count,
    heartbeatMs: count,
    yes: off,
    nonInteractive: off,
    debug: off,
    schema: off,
    help: { ...off, short: 'h' },
  }
}

/** The common flags that a command line names, and the names of all others. */
export interface NamedFlags {
  readonly keys: readonly string[]
  readonly others: readonly string[]
}

/** Finds the common flags among the words of a command line, each with its dashes and without a value. */
export function findCommonFlags(words: readonly string[]): NamedFlags {
  const keys: string[] = []
  const others: string[] = []
  for (const [key, { aliases = [] }] of Object.entries(commonDefinitions())) {
    const names = [flagName(key), ...aliases].flatMap((name) => [name, `no-${name}`])
    if (names.some((name) => words.includes(`--${name}`))) keys.push(key)
    else others.push(...names)
  }
  return { keys, others }
}

/**
 * Builds the framework flags of a command: those of every command, or of these the wanted ones, and those
 * that it declares.
 */
export function frameworkOptions(
  declaration: Partial<CommandDeclaration>,
  tool: {
    readonly outputs?: readonly string[]
    readonly switches?: readonly string[]
    readonly versions?: readonly string[]
  } = {},
  isWanted: (key: string) => boolean = () => true,
): Shape {
  const common = Object.entries(commonDefinitions(tool.outputs ?? OUTPUT_VALUES))
  const flags: Shape = {
    ...declaredFlags(declaration),
    ...Object.fromEntries(
      common.filter(([key]) => isWanted(key)).map(([key, def]) => [key, new Schema(def)]),
    ),
    ...Object.fromEntries((tool.switches ?? []).map((name) => [name, s.boolean().default(false)])),
    ...(tool.versions && {
      envelopeVersion: s.enum(tool.versions).optional(),
      legacyEnvelope: s.boolean().default(false),
    }),
  }
  return withoutRedefined(declaration, flags)
}

/** Builds the framework flags that follow from a command's declaration, without the common ones. */
export function declaredOptions(declaration: CommandDeclaration): Shape {
  return withoutRedefined(declaration, declaredFlags(declaration))
}

function withoutRedefined({ options }: Partial<CommandDeclaration>, flags: Shape): Shape {
  if (!options || !REDEFINABLE.some((key) => Object.hasOwn(options, key))) return flags
  return Object.fromEntries(Object.entries(flags).filter(([key]) => !Object.hasOwn(options, key)))
}

/** Leaves out the names that a tool uses itself; a flag with another name keeps that one. */
export function withoutOwnFlags(flags: Shape, ownFlags: readonly string[] | undefined): Shape {
  if (!ownFlags) return flags
  return Object.fromEntries(
    Object.entries(flags).flatMap(([key, schema]) => {
      const { def } = schema as AnySchema
      const own = flagName(key)
      const [name, ...aliases] = [own, ...(def.aliases ?? [])].filter(
        (each) => !ownFlags.includes(each),
      )
      return name ? [[name === own ? key : name, new Schema({ ...def, aliases })]] : []
    }),
  )
}

/** Flags that a command may redefine, because nothing else depends on them. */
const REDEFINABLE = [
  'idempotencyKey',
  'cursor',
  'fields',
  'yes',
  'width',
  'debug',
  'tokenCount',
  'tokenLimit',
  'tokenOffset',
]

function declaredFlags(declaration: Partial<CommandDeclaration>): Shape {
  const { safeDefault, network, auth, list, cacheable, stdin, configScope } = declaration
  const flags: Record<string, Shape[string]> = {}
  // Whoever talks to a server confirms nothing by flags.
  const danger = declaration.filter === 'protocol' ? 'safe' : declaration.danger
  if (declaration.dryRun) flags['dryRun'] = s.boolean().default(false)
  if (safeDefault) flags['live'] = s.boolean().default(false)
  else if (danger === 'destructive') {
    flags['confirmDestructive'] = s.boolean().default(false)
  }
  if (declaration.run && danger !== 'safe') flags['idempotencyKey'] = s.string().optional()
  const isSpecial = network || auth || list || cacheable || stdin || configScope
  return isSpecial ? { ...flags, ...specialFlags(declaration) } : flags
}

/** Builds the flags of what few commands declare. */
function specialFlags(declaration: Partial<CommandDeclaration>): Shape {
  const { network, auth, list, cacheable, stdin, configScope } = declaration
  const flags: Record<string, Shape[string]> = {}
  if (network) {
    flags['timeout'] = s.duration().optional()
    flags['connectTimeout'] = s.duration().default('10s')
  }
  if (auth) {
    flags['headless'] = s.boolean().default(false)
    flags['tokenEnvVar'] = s
      .string()
      .pattern(/^[A-Za-z_][A-Za-z0-9_]*$/)
      .optional()
  }
  if (list) {
    const limits: ListDeclaration = typeof list === 'object' ? list : {}
    const limit = s.integer().min(0)
    flags['limit'] = limit.default(limits.defaultLimit ?? 20)
  }
  if (cacheable) flags['etag'] = s.string().optional()
  if (stdin) flags['inputFile'] = s.string().path().optional()
  if (configScope) flags['global'] = s.boolean().default(false)
  return flags
}

// Listed by hand: building the schemas to read their names would slow down every start.
const RESERVED = [
  'output',
  'format',
  'output-format',
  'json',
  'full-output',
  'envelope',
  'envelope-version',
  'legacy-envelope',
  'schema',
  'help',
  'dry-run',
  'live',
  'confirm-destructive',
  'llms',
  'mcp',
]

/** Tests whether a flag is reserved, so that no command may redefine it. */
export function isReservedFlag(name: string): boolean {
  return RESERVED.includes(name) || name.startsWith('mcp-')
}
