import { s } from '../../schema/index.ts'
import type { CommandDeclaration, ListDeclaration } from './command-declaration.ts'
import type { Shape } from './standard-schema.ts'

/** Converts an option's key to its flag: `dryRunFirst` becomes `dry-run-first`. */
export function flagName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Values of `--output`; the human format of terminals cannot be requested by name. */
export const OUTPUT_VALUES = ['json', 'jsonl', 'yaml', 'toon', 'md', 'tsv', 'plain'] as const

/** Builds the flags that every command has. */
function commonFlags(outputs: readonly string[]): Shape {
  return {
    output: s
      .enum(outputs)
      .optional()
      .alias('format', 'output-format')
      .describe('Format of the answer; the last flag wins'),
    json: s.boolean().default(false).describe('Short for --output json'),
    fullOutput: s.boolean().default(false).describe('Shows the whole envelope in every format'),
    cursor: s.string().optional().describe('Cursor from the previous answer, to get the next page'),
    fields: s.string().optional().describe('Members of the data to keep, comma-separated'),
    tokenCount: s
      .boolean()
      .default(false)
      .describe('Prints only the estimated token count of the answer'),
    tokenLimit: s.integer().min(1).optional().describe('Maximum tokens of the answer'),
    tokenOffset: s.integer().min(0).optional().describe('Tokens to skip'),
    envelope: s.string().optional().describe('Dialect of the answer'),
    width: s.integer().min(0).optional().describe('Columns to wrap text at; 0 for no wrapping'),
    heartbeatMs: s
      .integer()
      .min(0)
      .optional()
      .describe('Milliseconds between heartbeats; 0 for none'),
    yes: s.boolean().default(false).describe('Answers yes to every question'),
    nonInteractive: s.boolean().default(false).describe('Fails instead of asking questions'),
    debug: s.boolean().default(false).describe('Diagnostics on stderr, with secrets redacted'),
    schema: s.boolean().default(false).describe('Input and output of the command, as data'),
    help: s.boolean().default(false).short('h').describe('Help for the command'),
  }
}

/** Builds all framework flags of a command: those of every command and those that it declares. */
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
    ...commonFlags(tool.outputs ?? OUTPUT_VALUES),
    ...Object.fromEntries(
      (tool.switches ?? []).map((name) => [
        name,
        s.boolean().default(false).describe(`Output as ${name}`),
      ]),
    ),
    ...(tool.versions && {
      envelopeVersion: s.enum(tool.versions).optional().describe('Version of the envelope'),
      legacyEnvelope: s
        .boolean()
        .default(false)
        .describe('Uses the legacy version of the envelope'),
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
  const { danger, safeDefault, network, auth, list, cacheable, stdin, configScope } = declaration
  const flags: Record<string, Shape[string]> = {}
  if (declaration.dryRun)
    flags['dryRun'] = s
      .boolean()
      .default(false)
      .describe('Previews the changes without making them')
  if (safeDefault)
    flags['live'] = s
      .boolean()
      .default(false)
      .describe('Makes the changes instead of previewing them')
  else if (danger === 'destructive') {
    flags['confirmDestructive'] = s
      .boolean()
      .default(false)
      .describe('Confirms changes that cannot be undone')
  }
  if (danger && danger !== 'safe')
    flags['idempotencyKey'] = s
      .string()
      .optional()
      .describe('A call with a used key changes nothing')
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
    const limit = s.integer().min(0).describe('Maximum items to return; 0 for all')
    flags['limit'] = limit.default(limits.defaultLimit ?? 20)
  }
  if (cacheable)
    flags['etag'] = s.string().optional().describe('Etag of the copy that the caller has')
  if (stdin)
    flags['inputFile'] = s.string().path().optional().describe('File to read instead of stdin')
  if (configScope)
    flags['global'] = s.boolean().default(false).describe('Writes the global configuration')
  return flags
}

// Listed by hand: building the schemas to read their names would slow down every start.
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

/** Tests whether a flag is reserved, so that no command may redefine it. */
export function isReservedFlag(name: string): boolean {
  return RESERVED.has(name)
}
