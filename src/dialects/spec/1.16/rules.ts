import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import type { DocumentProblem } from '../../dialect.ts'
import { specRules } from '../rules.ts'
import { isDateTime } from './meta.ts'

/** Checks what the schema of an envelope cannot say: what goes together, and with which exit code. */
export function rules116(
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
  if (number === 14) checkIncomplete(document, report)
  const { pagination } = meta
  if (isJsonObject(pagination) && pagination['has_more'] === false && pagination['next_cursor']) {
    report('/meta/pagination/next_cursor', 'must be null when has_more is false')
  }
  return problems
}

function checkIncomplete(
  { data, error }: JsonObject,
  report: (pointer: string, message: string) => void,
): void {
  if (!isIncompleteWork(data)) {
    report('/data', 'must have state, job_id, progress, continue_command and cancel_command')
  }
  if (isJsonObject(error) && error['code'] !== 'INCOMPLETE') {
    report('/error/code', 'must be INCOMPLETE with exit code 14')
  }
}

const isNonEmpty = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && value !== ''
const isCount = (value: JsonValue | undefined): boolean =>
  Number.isInteger(value) && Number(value) >= 0

/** Tests for the data of an exit INCOMPLETE: how far the work got, and which command goes on. */
export function isIncompleteWork(data: JsonValue | undefined): boolean {
  if (!isJsonObject(data)) return false
  const { state, job_id, progress, continue_command, cancel_command } = data
  if (state !== 'running' && state !== 'paused') return false
  if (!isJsonObject(progress) || !isCount(progress['done'])) return false
  const { total = 0, unit = '' } = progress
  return (
    isCount(total) &&
    typeof unit === 'string' &&
    isNonEmpty(job_id) &&
    isNonEmpty(continue_command) &&
    isNonEmpty(cancel_command)
  )
}

export function statedExit(document: JsonValue): number | undefined {
  const meta = isJsonObject(document) ? document['meta'] : undefined
  const stated = isJsonObject(meta) ? meta['exit_code'] : undefined
  return Number.isInteger(stated) ? Number(stated) : undefined
}
