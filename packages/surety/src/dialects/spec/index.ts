import {
  ENVELOPE_SCHEMAS,
  type Generation,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import type { Dialect, DocumentProblem } from '../dialect.ts'
import { encoder116 } from './1.16/encoder.ts'
import {
  statedExit,
  isDateTime,
  isPagination,
  META_TESTS,
  readPaging,
  isIncompleteWork,
  contextsOf,
  warningText,
} from './1.16/meta.ts'
import { readSpec, type SpecReading } from './read.ts'
import { impliedExit, specRules } from './rules.ts'
import { encoder16 } from './1.6/encoder.ts'
import { encoder10 } from './failure.ts'
import { withoutMembers } from '@surety/internal/json/json-values.ts'
import type { CaptureReader } from '../read/capture-reader.ts'
import type { Draft } from '../read/outcome-draft.ts'

const ENCODERS = { '1.0': encoder10, '1.6': encoder16, '1.16': encoder116 }

/** The dialects of CLI Agent Spec. Contract 1.0 is the founding document and our default. */
export const specDialects: Readonly<Record<Generation, Dialect>> = {
  '1.0': dialectOf('1.0', {
    title: 'CLI Agent Spec, contract 1.0 (the default)',
    meaning: 'safe_to_retry',
  }),
  // Two other exit numbers, milliseconds, a narrower `retryable`.
  '1.6': dialectOf('1.6', {
    title: 'CLI Agent Spec, contract 1.6',
  }),
  // The answer states its exit code, and warnings have codes.
  '1.16': dialectOf('1.16', {
    title: 'CLI Agent Spec, contract 1.16',
    decode: (capture, options) => readSpec('1.16', capture, options, READING),
    ownWords: /"(?:tool_version|config_sources|effective_config_hash|items_emitted)"|"INCOMPLETE"/,
    // A stated 0 does not outweigh an error.
    impliedExit: (document) => statedExit(document) || impliedExit('1.16', document),
    rules: rules116,
  }),
}

function dialectOf(
  generation: Generation,
  own: Pick<Dialect, 'title'> & Partial<Dialect>,
): Dialect {
  return Object.freeze<Dialect>({
    ...ENCODERS[generation],
    schema: ENVELOPE_SCHEMAS[generation],
    decode: (capture, options) => readSpec(generation, capture, options),
    impliedExit: (document) => impliedExit(generation, document),
    rules: (...given) => specRules(generation, ...given),
    roomFor: ({ ok }) => (ok || generation === '1.0' ? '/meta' : '/error'),
    ...own,
  })
}

const READING: SpecReading = { toWarning: warningText, settle, exitOf }
const EXIT_CODE: ReadonlySet<string> = new Set(['exit_code'])

function settle(reading: CaptureReader, document: JsonObject, draft: Draft): void {
  for (const [name, value] of Object.entries(draft.meta)) {
    const isWrong =
      name === 'pagination' ? !isPagination(value) : META_TESTS.get(name)?.(value) === false
    if (isWrong) reading.problem('meta_member_invalid', `meta.${name} breaks the contract`)
  }
  // The process has it, and every dialect writes its own number.
  if (isExitCode(draft.meta['exit_code'])) draft.meta = withoutMembers(draft.meta, EXIT_CODE)
  else reading.problem('exit_code_missing', 'meta.exit_code is not an exit code')
  readPaging(draft)
  const contexts = contextsOf(document['warnings'])
  if (contexts) draft.meta['warning_context'] = contexts
}

/** Returns the exit number that counts: the one that reports a failure, because a pipe may hide the exit code. */
function exitOf(reading: CaptureReader, document: JsonObject): number {
  const { exitCode } = reading
  const stated = isJsonObject(document['meta']) ? document['meta']['exit_code'] : undefined
  if (isExitCode(stated) && stated !== exitCode) {
    const contradiction = `meta.exit_code is ${stated} but the process exited with ${exitCode}`
    reading.problem('exit_code_contradicts_process', contradiction)
  }
  // An exit code that cannot be read cannot mean success.
  const isOdd = stated !== undefined && !isExitCode(stated) && Number(stated) !== 0
  const implied = document['ok'] === false || isOdd ? 1 : 0
  const said = isExitCode(stated) && stated !== 0 ? stated : implied
  const counts = exitCode === 0 ? said : exitCode
  if (counts === 14 && !isIncompleteWork(document['data'])) {
    reading.problem('incomplete_work_missing', 'data does not say how to go on with the work')
  }
  return counts
}

function isExitCode(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
}

/** Checks what the schema of an envelope cannot say: what goes together, and with which exit code. */
function rules116(
  document: JsonValue,
  exitCode?: number,
  byTable = false,
): readonly DocumentProblem[] {
  if (!isJsonObject(document)) return []
  const meta = isJsonObject(document['meta']) ? document['meta'] : {}
  const stated = meta['exit_code']
  const number = typeof stated === 'number' ? stated : exitCode
  const problems = [...specRules('1.16', document, number, byTable)]
  const report = (pointer: string, message: string) => void problems.push({ pointer, message })
  if (exitCode !== undefined && typeof stated === 'number' && stated !== exitCode) {
    report('/meta/exit_code', `must be ${exitCode}, the exit code of the process`)
  }
  if (meta['timestamp'] !== undefined && !isDateTime(meta['timestamp'])) {
    report('/meta/timestamp', 'must be a date with time and offset')
  }
  const { data, error } = document
  if (number === 14 && !isIncompleteWork(data)) {
    report('/data', 'must have state, job_id, progress, continue_command and cancel_command')
  }
  if (number === 14 && isJsonObject(error) && error['code'] !== 'INCOMPLETE') {
    report('/error/code', 'must be INCOMPLETE with exit code 14')
  }
  const { pagination } = meta
  if (isJsonObject(pagination) && pagination['has_more'] === false && pagination['next_cursor']) {
    report('/meta/pagination/next_cursor', 'must be null when has_more is false')
  }
  return problems
}
