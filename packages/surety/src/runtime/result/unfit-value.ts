import {
  SERIALISATION_RULES,
  suretyError,
  toJsonValue,
  type JsonValue,
  type SerialisationChange,
} from '../../contract/index.ts'
import { warn, type Run } from '../run/run-state.ts'

/** Converts a value that is no plain JSON; fails if JSON cannot represent a part of it. */
export function toJson(run: Run, value: unknown): JsonValue {
  const { json, changes } = toJsonValue(value)
  const fatal = changes.filter((change) => FATAL.test(change.kind))
  if (fatal.length > 0) {
    const places = fatal.map(({ pointer, kind }) => `${shortened(pointer || '/')} (${kind})`)
    const facts = fatal.map(({ pointer, kind }) => ({ pointer: shortened(pointer), kind }))
    throw suretyError(
      'RESULT_UNSERIALISABLE',
      `The result cannot be written as JSON at ${places.slice(0, 5).join(', ')}.${adviceOn(value)}`,
      { details: { changes: facts.slice(0, 20) } },
    )
  }
  for (const { pointer, kind, lossy } of changes) if (lossy) warnOfChange(run, pointer, kind)
  return json
}

function adviceOn(value: unknown): string {
  const isIterator = typeof value === 'object' && value !== null && 'next' in value
  return isIterator ? ' To stream rows, declare run as async function*; else return a list.' : ''
}

/** Names the values that JSON changed, each once: a stream can have the same ones in every row. */
function warnOfChange(run: Run, pointer: string, kind: SerialisationChange['kind']): void {
  const { note } = SERIALISATION_RULES[kind]
  const isNamed = run.warnings.length < MAX_NAMED
  const warning = isNamed ? `${shortened(pointer || '/')}: ${note}` : MORE
  if (!run.warnings.some(({ text }) => text === warning)) warn(run, warning)
}

const MORE = 'More values were changed to fit into JSON.'
const MAX_NAMED = 20

function shortened(pointer: string): string {
  return pointer.length > 200 ? `${pointer.slice(0, 200)}\u2026` : pointer
}

const FATAL =
  /^(?:function|symbol|to-json-threw|getter-threw|unreadable|unsupported|circular|too-deep|too-large)$/
