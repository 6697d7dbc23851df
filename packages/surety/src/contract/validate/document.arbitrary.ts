import fc from 'fast-check'

import type { RespondGeneration } from '../codes/exit-names.ts'
import { PHASES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/recovery.ts'

/** Generates documents around the contract: valid ones, nearly valid ones, and anything at all. */

const DANGER_LEVELS = ['safe', 'mutating', 'destructive']
const FLAG_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'enum']
const SIDE_EFFECTS = ['none', 'partial', 'complete']

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('', '1.0', '1.0\n', 'v1.0', '1.', '😀', 'x'.repeat(120), 'x'.repeat(121), 'none'),
  fc.constantFrom('😀'.repeat(120), '😀'.repeat(121), 'validation', 'partial', 'renamed', 'safe'),
)
const words = (allowed: readonly string[]) => fc.constantFrom(...allowed)
const counts = fc.oneof(fc.nat(), fc.constantFrom(0, 1e21, -0))

const redirects = fc.record(
  {
    command: fc.string().filter((text) => /\S/.test(text)),
    permanent: fc.boolean(),
    reason: words(REDIRECT_REASONS),
  },
  { requiredKeys: ['command', 'permanent'] },
)

const errorMembers = {
  code: fc.string(),
  message: fc.string(),
  detail: fc.string(),
  retryable: fc.boolean(),
  phase: words(PHASES),
  suggestion: fc.string(),
  redirect: redirects,
}

const errors10 = fc.record(
  { ...errorMembers, retry_after: counts },
  { requiredKeys: ['code', 'message'] },
)
const errors16 = fc.record(
  {
    ...errorMembers,
    retry_after_ms: counts,
    retry_strategy: words(RETRY_STRATEGIES),
    fix_required: fc.string(),
    fix_command: fc.string(),
    cause: fc.jsonValue(),
  },
  { requiredKeys: ['code', 'message'] },
)

const metas = fc.record(
  {
    duration_ms: counts,
    request_id: fc.string(),
    schema_version: fc.constantFrom('1.0', '1.6', '12.34'),
    not_modified: fc.boolean(),
    truncated: fc.boolean(),
    cursor: fc.string(),
    more: fc.jsonValue(),
  },
  { requiredKeys: ['duration_ms'] },
)

/** Valid envelopes of a generation. */
export function envelopes(generation: RespondGeneration): fc.Arbitrary<unknown> {
  return fc.record({
    ok: fc.boolean(),
    data: fc.oneof(
      fc.constant(null),
      fc.array(fc.jsonValue({ maxDepth: 2 })),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
    ),
    error: fc.option(generation === '1.0' ? errors10 : errors16),
    warnings: fc.array(fc.string()),
    meta: metas,
  })
}

/** Valid exit-code entries. */
export const entries: fc.Arbitrary<unknown> = fc
  .record(
    {
      name: fc.string(),
      description: fc.string({ minLength: 1, maxLength: 60 }),
      retryable: fc.boolean(),
      side_effects: words(SIDE_EFFECTS),
    },
    { requiredKeys: ['description', 'retryable', 'side_effects'] },
  )
  .map((entry) => ({ ...entry, retryable: entry.retryable && entry.side_effects === 'none' }))

const flags = fc.record(
  {
    type: words(FLAG_TYPES),
    required: fc.boolean(),
    description: fc.string(),
    default: fc.jsonValue({ maxDepth: 1 }),
    enum_values: fc.array(fc.string(), { maxLength: 3 }),
    short: fc.constantFrom('', 'n', '😀'),
  },
  { requiredKeys: ['type', 'required', 'description'] },
)

const leanFlags = flags.map(({ required, ...flag }) => (required ? { ...flag, required } : flag))

const commandMembers = {
  description: fc.string(),
  danger_level: words(DANGER_LEVELS),
  safe_default: fc.boolean(),
  flags: fc.dictionary(fc.string(), flags, { maxKeys: 3 }),
  exit_codes: fc.dictionary(fc.string(), entries, { maxKeys: 3 }),
  aliases: fc.array(fc.string(), { maxLength: 2 }),
  output_schema: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
  output_formats: fc.array(fc.string(), { maxLength: 2 }),
  examples: fc.array(fc.record({ description: fc.string(), command: fc.string() }), {
    maxLength: 2,
  }),
  subcommands: fc.array(fc.string(), { maxLength: 2 }),
}

const commands = fc.record(commandMembers, {
  requiredKeys: ['description', 'danger_level', 'flags', 'exit_codes'],
})

const leanCommands = fc.record(
  {
    ...commandMembers,
    flags: fc.dictionary(fc.string(), leanFlags, { maxKeys: 3 }),
    arguments: fc.array(fc.string(), { maxLength: 2 }),
    builtin: fc.boolean(),
    supports_streaming: fc.boolean(),
  },
  { requiredKeys: ['description', 'danger_level'] },
)

/** Valid manifests. */
export const manifests: fc.Arbitrary<unknown> = fc.record({
  schema_version: fc.constantFrom('1.0', '2.13'),
  framework_version: fc.string(),
  etag: fc.string(),
  commands: fc.dictionary(fc.string(), commands, { maxKeys: 3 }),
})

/** Valid lean manifests. */
export const leanManifests: fc.Arbitrary<unknown> = fc.record(
  {
    schema_version: fc.constant('1.1'),
    framework_version: fc.string(),
    name: fc.string(),
    etag: fc.string(),
    flags: fc.dictionary(fc.string(), leanFlags, { maxKeys: 3 }),
    exit_codes: fc.dictionary(fc.string(), entries, { maxKeys: 3 }),
    builtins: fc.dictionary(fc.string(), words(DANGER_LEVELS), { maxKeys: 2 }),
    commands: fc.dictionary(fc.string(), leanCommands, { maxKeys: 3 }),
  },
  { requiredKeys: ['schema_version', 'framework_version', 'etag', 'commands'] },
)

const anyMember = fc.oneof(
  texts,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(-1, 1.5, 0, true, false, null, [], {}, [1], ['a']),
)
const anyKey = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'ok',
    'data',
    'error',
    'meta',
    'retry_after',
    'retry_after_ms',
    'redirect',
    'fix_required',
  ),
  fc.constantFrom(
    'reason',
    'duration_ms',
    'schema_version',
    'name',
    'short',
    '__proto__',
    'constructor',
  ),
)

/** Documents with one to three changes anywhere inside: a member lost, replaced or added. */
export function mutated(documents: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('remove', 'replace', 'add'),
    key: anyKey,
    value: anyMember,
  })
  return fc
    .tuple(documents, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([document, changes]) => changes.reduce<unknown>(applyChange, structuredClone(document)))
}

interface Change {
  readonly at: number
  readonly how: string
  readonly key: string
  readonly value: unknown
}

function applyChange(document: unknown, { at, how, key, value }: Change): unknown {
  const places = placesOf(document)
  const place = places[at % places.length]
  if (place === undefined) return value
  const [holder, name] = place
  if (how === 'remove') Reflect.deleteProperty(holder, name)
  else define(holder, how === 'add' && !Array.isArray(holder) ? key : name, value)
  // What was taken out of an array left a hole; as JSON it is null.
  return JSON.parse(JSON.stringify(document))
}

function placesOf(document: unknown): (readonly [object, string])[] {
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document).flatMap(([name, member]) => [
    [document, name] as const,
    ...placesOf(member),
  ])
}

function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
