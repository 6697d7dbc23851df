import {
  SERIALISATION_RULES,
  suretyError,
  toJsonValue,
  type JsonValue,
  type SerialisationChange,
} from '../../contract/index.ts'
import type { Run } from '../run/run-state.ts'

/** Converts any value to JSON; fails if JSON cannot represent a part of it. */
export function serialiseResult(run: Run, value: unknown, stripTerminalCodes: boolean): JsonValue {
  const { json, changes } = toJsonValue(value === undefined ? {} : value, {
    stripTerminalCodes,
    maxDepth: MAX_DEPTH,
  })
  const fatal = changes.filter((change) => FATAL.has(change.kind))
  if (fatal.length > 0) {
    const where = fatal
      .slice(0, 5)
      .map(({ pointer, kind }) => `${shortened(pointer || '/')} (${kind})`)
      .join(', ')
    throw suretyError(
      'RESULT_UNSERIALISABLE',
      `The result cannot be written as JSON at ${where}.`,
      {
        details: {
          changes: fatal
            .slice(0, 20)
            .map(({ pointer, kind }) => ({ pointer: shortened(pointer), kind })),
        },
      },
    )
  }
  for (const change of changes.slice(0, 20)) {
    if (change.lossy)
      run.warnings.push(`${change.pointer || '/'}: ${SERIALISATION_RULES[change.kind].note}`)
  }
  return json
}

function shortened(pointer: string): string {
  return pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer
}

/** Not every JSON writer can print deeper values. */
const MAX_DEPTH = 1000

const FATAL: ReadonlySet<SerialisationChange['kind']> = new Set([
  'function',
  'symbol',
  'to-json-threw',
  'getter-threw',
  'unreadable',
  'unsupported',
  'circular',
  'too-deep',
  'too-large',
] as const)
