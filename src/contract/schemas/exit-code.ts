import { CONTINUATION_EXITS, EXIT_CODE_TABLES } from '../codes/exit-code-tables.ts'
import type { ExitCodeRow, Generation } from '../codes/exit-codes.ts'
import { EXIT_RANGES } from '../codes/exit-ranges.ts'
import type { JsonObject } from '../json/json-value.ts'
import { CODE_PATTERN } from './envelope-1.16.ts'
import { SIDE_EFFECTS } from '../codes/description-words.ts'

/**
 * Gives the JSON Schema (draft 7) of a standard exit number, with the table of names beside it.
 *
 * @example
 * ```ts
 * import { exitCodeSchema } from 'surety/contract/schema'
 *
 * const schema = exitCodeSchema('1.6')
 * ```
 */
export function exitCodeSchema(generation: Generation): JsonObject {
  const rows = sortedRows(generation)
  const groups: Record<string, number[]> = {}
  for (const [, row] of rows) (groups[row.group] ??= []).push(row.number)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:surety:${generation}:exit-code`,
    title: 'ExitCode',
    description: `The exit numbers of contract ${generation}. Code uses the names; the number is for the wire.`,
    type: 'integer',
    enum: rows.map(([, row]) => row.number),
    'x-enum-varnames': rows.map(([name]) => name),
    'x-enum-descriptions': rows.map(([, row]) => row.meaning),
    'x-groups': groups,
    'x-code-ranges': Object.fromEntries(
      rangesOf(generation).map(({ from, to, use, authors }) => [
        `${from}-${to}`,
        `${use}; to authors: ${authors}`,
      ]),
    ),
  }
}

/**
 * Gives the JSON Schema (draft 7) of what a command declares about one of its exit codes. The
 * generations differ in what `retryable` means, not in what they accept.
 *
 * @example
 * ```ts
 * import { exitCodeEntrySchema } from 'surety/contract/schema'
 *
 * const schema = exitCodeEntrySchema('1.6')
 * ```
 */
export function exitCodeEntrySchema(generation: Generation): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:surety:${generation}:exit-code-entry`,
    title: 'ExitCodeEntry',
    ...exitCodeEntryShape(generation),
  }
}

/** Gives the shape of an exit-code entry for embedding in another schema. */
export function exitCodeEntryShape(generation: Generation): JsonObject {
  return {
    description:
      'What one exit code of a command means; the number is the key that it stands under.',
    type: 'object',
    required: ['description', 'retryable', 'side_effects'],
    additionalProperties: false,
    properties: {
      name: {
        description: 'The constant; needed for 79 to 125, filled in for the standard codes.',
        type: 'string',
      },
      description: {
        description: 'The state that the system is in, in the present tense.',
        type: 'string',
        minLength: 1,
        maxLength: 120,
      },
      retryable: {
        description:
          generation === '1.0'
            ? 'Whether calling again is safe; needs side effects none.'
            : 'Whether the same call, unchanged, can succeed; needs side effects none.',
        type: 'boolean',
      },
      side_effects: {
        description: 'How much was committed before this exit.',
        type: 'string',
        enum: SIDE_EFFECTS,
      },
      ...(generation === '1.16' && {
        error_codes: {
          description: 'Every error.code that comes with this exit; absent if it is not declared.',
          type: 'array',
          items: { type: 'string', pattern: CODE_PATTERN },
          uniqueItems: true,
        },
      }),
    },
    if: { required: ['retryable'], properties: { retryable: { const: true } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: { properties: { side_effects: { const: 'none' } } },
  }
}

function sortedRows(generation: Generation): readonly (readonly [string, ExitCodeRow])[] {
  const rows = Object.entries(EXIT_CODE_TABLES[generation]).sort(
    ([, a], [, b]) => a.number - b.number,
  )
  return generation === '1.16' ? [...rows, ...Object.entries(CONTINUATION_EXITS)] : rows
}

/** Gives the ranges of a generation: contract 1.16 took the first extension into its table. */
function rangesOf(generation: Generation) {
  if (generation !== '1.16') return EXIT_RANGES
  const last = CONTINUATION_EXITS.INCOMPLETE.number
  return EXIT_RANGES.map((range) => {
    if (range.use === 'standard') return { ...range, to: last }
    return range.use === 'framework extensions' ? { ...range, from: last + 1 } : range
  })
}
