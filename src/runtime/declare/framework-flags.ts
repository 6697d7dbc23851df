import { s } from '../../schema/index.ts'
import type { CommandDeclaration, ListDeclaration } from './command-declaration.ts'
import type { Shape } from './standard-schema.ts'

/** Turns an option's key into its spelling: `dryRunFirst` is `dry-run-first`. */
export function flagName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Values that `--output` takes beside the formats: none; what a terminal gets has no name. */
export const OUTPUT_VALUES = ['json', 'jsonl', 'yaml', 'toon', 'md', 'tsv', 'plain'] as const

/** Flags that every command has. */
function everywhere(outputs: readonly string[]): Shape {
  return {
    output: s
      .enum(outputs)
      .optional()
      .alias('format', 'output-format')
      .describe('Representation of the answer; the last one given wins'),
    json: s.boolean().default(false).describe('Short for --output json'),
    fullOutput: s.boolean().default(false).describe('The whole envelope in every format'),
    cursor: s.string().optional().describe('Where to go on, from the answer before'),
    fields: s.string().optional().describe('Members of the data to keep, comma-separated'),
    tokenCount: s.boolean().default(false).describe('Only the estimated token count of the answer'),
    tokenLimit: s.integer().min(1).optional().describe('Most tokens of the answer'),
    tokenOffset: s.integer().min(0).optional().describe('Tokens to skip'),
    envelope: s.string().optional().describe('Dialect of the answer'),
    width: s.integer().min(0).optional().describe('Columns that prose is wrapped to; 0 for none'),
    heartbeatMs: s
      .integer()
      .min(0)
      .optional()
      .describe('Sends a sign of life so often; 0 for none'),
    yes: s.boolean().default(false).describe('Answers every question with yes'),
    nonInteractive: s.boolean().default(false).describe('Fails where a question would be asked'),
    debug: s.boolean().default(false).describe('Diagnostics on stderr, secrets blacked out'),
    schema: s.boolean().default(false).describe('What the command takes and gives, as data'),
    help: s.boolean().default(false).short('h').describe('How the command is used'),
  }
}

/** Flags that follow from what a command declares, with every command's own. */
export function frameworkOptions(
  declaration: Partial<CommandDeclaration>,
  tool: {
    readonly outputs?: readonly string[]
    readonly switches?: readonly string[]
    readonly versions?: readonly string[]
  } = {},
): Shape {
  const flags: Shape = {
    ...declaredFlags(declaration),
    ...everywhere(tool.outputs ?? OUTPUT_VALUES),
    ...Object.fromEntries(
      (tool.switches ?? []).map((name) => [
        name,
        s.boolean().default(false).describe(`Output as ${name}`),
      ]),
    ),
    ...(tool.versions && {
      envelopeVersion: s.enum(tool.versions).optional().describe('Generation of the contract'),
      legacyEnvelope: s.boolean().default(false).describe('The oldest generation that still works'),
    }),
  }
  return withoutRedefined(declaration, flags)
}

/** Flags that a command has by its own declaration alone; the rest are known by their absence. */
export function declaredOptions(declaration: CommandDeclaration): Shape {
  return withoutRedefined(declaration, declaredFlags(declaration))
}

function withoutRedefined({ options }: Partial<CommandDeclaration>, flags: Shape): Shape {
  if (!options || !YIELDING.some((key) => Object.hasOwn(options, key))) return flags
  return Object.fromEntries(Object.entries(flags).filter(([key]) => !Object.hasOwn(options, key)))
}

/** Flags that a command may define anew, because nothing but that command depends on them. */
const YIELDING = [
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
  const { danger, safeDefault, network, auth, list, cacheable, stdin, configScope } = declaration
  const flags: Record<string, Shape[string]> = {}
  if (declaration.dryRun)
    flags['dryRun'] = s.boolean().default(false).describe('Shows what would happen')
  if (safeDefault)
    flags['live'] = s.boolean().default(false).describe('Does it, instead of showing it')
  else if (danger === 'destructive') {
    flags['confirmDestructive'] = s
      .boolean()
      .default(false)
      .describe('Confirms what cannot be undone')
  }
  if (network) {
    flags['timeout'] = s.duration().optional().describe('Time limit; 0 for none')
    flags['connectTimeout'] = s.duration().default('10s').describe('Time limit for connecting')
  }
  if (auth) {
    flags['headless'] = s.boolean().default(false).describe('Never opens a browser')
    flags['tokenEnvVar'] = s
      .string()
      .pattern(/^[A-Za-z_][A-Za-z0-9_]*$/)
      .optional()
      .describe('Environment variable with the token')
  }
  if (list) {
    const limits: ListDeclaration = typeof list === 'object' ? list : {}
    const limit = s.integer().min(0).describe('Most items to return; 0 for all')
    flags['limit'] = limit.default(limits.defaultLimit ?? 20)
  }
  if (cacheable) flags['etag'] = s.string().optional().describe('Version that the caller has')
  if (stdin)
    flags['inputFile'] = s.string().path().optional().describe('File to read instead of stdin')
  if (configScope)
    flags['global'] = s.boolean().default(false).describe('Writes the global configuration')
  return flags
}

// Written out, because making the schemas to read their names would cost every start.
const RESERVED = new Set([
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
])

/** Tests whether a flag belongs to the framework on every command, whatever the author says. */
export function isReservedFlag(name: string): boolean {
  return RESERVED.has(name)
}
