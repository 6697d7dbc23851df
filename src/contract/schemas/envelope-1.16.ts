import { PHASES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/vocabulary.ts'
import { VERSION_PATTERN } from '../codes/description-words.ts'
import type { JsonObject } from '../json/json-value.ts'

/** The form of an error or warning code in contract 1.16. */
export const CODE_PATTERN = '^[A-Z][A-Z0-9_]+$'
/** The form of a tool's version in contract 1.16. */
export const SEMVER_PATTERN =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$'

const text = (description: string): JsonObject => ({ description, type: 'string' })
const flag = (description: string): JsonObject => ({ description, type: 'boolean' })
const count = (description: string): JsonObject => ({ description, type: 'integer', minimum: 0 })
const open = (description: string): JsonObject => ({
  description,
  type: 'object',
  additionalProperties: true,
})

/**
 * Gives the JSON Schema (draft 7) of the envelope of contract 1.16, which the spec versions as 2.4. It has
 * no references, so that it can be used as it stands.
 */
export function envelopeSchema116(): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:surety:1.16:response-envelope',
    title: 'ResponseEnvelope',
    description:
      'The one shape of every answer, contract 1.16 (envelope 2.4). The exit code in meta decides about ok and error.',
    type: 'object',
    required: ['ok', 'data', 'error', 'warnings', 'meta'],
    additionalProperties: false,
    properties: {
      ok: flag('Whether meta.exit_code is 0.'),
      data: {
        description: 'The result; on a failure null or what the command declares for it.',
        oneOf: [{ type: 'null' }, { type: 'object' }, { type: 'array' }],
      },
      error: {
        description: 'Null on success, an object on failure.',
        oneOf: [{ type: 'null' }, errorSchema()],
      },
      warnings: {
        description: 'Problems that do not stop the command; empty if there are none.',
        type: 'array',
        items: warningSchema(),
      },
      meta: metaSchema(),
    },
    if: { properties: { meta: { properties: { exit_code: { const: 0 } } } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: { properties: { ok: { const: true }, error: { type: 'null' } } },
    else: { properties: { ok: { const: false }, error: { type: 'object' } } },
  }
}

function errorSchema(): JsonObject {
  return {
    type: 'object',
    required: ['code', 'message'],
    additionalProperties: true,
    properties: {
      code: { ...text('Stable identifier; programs branch on it.'), pattern: CODE_PATTERN },
      message: text('One sentence for people.'),
      detail: text('Upstream text or prose; never an object.'),
      cause: text('What lies behind it.'),
      context: open('Facts for programs; labelled if they come from outside.'),
      docs_url: text('Where to read more.'),
      retryable: flag('Whether the same call, unchanged, can succeed; nothing was committed.'),
      retry_after_ms: count('Milliseconds to wait before calling again.'),
      retry_strategy: {
        ...text('How to space several attempts.'),
        enum: RETRY_STRATEGIES,
      },
      fix_required: text('What the caller has to put right first.'),
      fix_command: text('One harmless command that puts it right.'),
      phase: { ...text('Where it failed.'), enum: PHASES },
      suggestion: text('What an agent can do next.'),
      redirect: {
        description: 'Where the command lives now.',
        type: 'object',
        required: ['command', 'permanent'],
        additionalProperties: false,
        properties: {
          command: text('The invocation to use instead.'),
          permanent: flag('True: remember it for good.'),
          reason: { ...text('Why it moved.'), enum: REDIRECT_REASONS },
        },
      },
    },
  }
}

function warningSchema(): JsonObject {
  return {
    type: 'object',
    required: ['code', 'message'],
    additionalProperties: false,
    properties: {
      code: { ...text('Stable identifier; programs branch on it.'), pattern: CODE_PATTERN },
      message: text('One sentence for people.'),
      context: open('Facts for programs.'),
    },
  }
}

function paginationSchema(): JsonObject {
  return {
    description: 'On every answer of a list, complete ones included.',
    type: 'object',
    required: ['total', 'returned', 'truncated', 'has_more', 'next_cursor'],
    additionalProperties: false,
    properties: {
      total: { description: 'Null if unknown.', type: ['integer', 'null'], minimum: 0 },
      returned: count('The number of items in this answer.'),
      truncated: flag('Whether a limit cut the list.'),
      has_more: flag('Whether there is another page.'),
      next_cursor: {
        description: 'For --cursor; null on the last page.',
        type: ['string', 'null'],
      },
    },
  }
}

function metaSchema(): JsonObject {
  const version = (description: string): JsonObject => ({
    ...text(description),
    pattern: SEMVER_PATTERN,
  })
  const nonEmpty = (description: string): JsonObject => ({ ...text(description), minLength: 1 })
  return {
    description: 'What surrounds the answer; open to further members.',
    type: 'object',
    required: ['exit_code', 'duration_ms'],
    additionalProperties: true,
    properties: {
      exit_code: { ...count('The exit code of the process.'), maximum: 255 },
      duration_ms: count('Wall-clock milliseconds that the work took.'),
      timeout_ms: count('The time limit of the work; 0 for none.'),
      budget_ms: count('How long the call may hold its caller; 0 for no limit.'),
      request_id: text('Ties the answer to logs.'),
      trace_id: nonEmpty("The caller's trace."),
      command: nonEmpty('The command that ran.'),
      timestamp: { ...text('When the answer was made.'), format: 'date-time' },
      schema_version: {
        ...text("The version of the command's own output."),
        pattern: VERSION_PATTERN,
      },
      tool_version: version('The version of the tool.'),
      update_available: version('A newer version of the tool.'),
      not_modified: flag('True on a cache hit: data is null on purpose.'),
      truncated: flag('True if a byte limit cut data.'),
      pagination: paginationSchema(),
      effects: {
        description: 'How many events of a stream had which effect.',
        type: 'object',
        propertyNames: { pattern: '^[a-z][a-z_]*$' },
        additionalProperties: count('The number of events.'),
      },
      items_emitted: count('The number of the last item of a stream.'),
      audit_log_path: nonEmpty('Where the run was logged.'),
      _cmd: text('The command of a line, in a batch.'),
      _line: { ...text('The line, in a batch.'), type: 'integer', minimum: 1 },
    },
  }
}
