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
  const lossy = changes.filter((change) => change.lossy)
  for (const { pointer, kind } of lossy) warnOfChange(run, pointer, kind)
  return json
}

/** The changes that each run has reported; a stream can have the same ones in every row. */
const reported = new WeakMap<Run, Set<string>>()

function warnOfChange(run: Run, pointer: string, kind: SerialisationChange['kind']): void {
  const { note } = SERIALISATION_RULES[kind]
  const known = reported.get(run) ?? new Set<string>()
  reported.set(run, known)
  const warning = known.size < MAX_NAMED ? `${shortened(pointer || '/')}: ${note}` : MORE
  if (known.has(warning)) return
  known.add(warning)
  run.warnings.push(warning)
}

const MORE = 'More values were changed to fit into JSON.'
const MAX_NAMED = 20

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
