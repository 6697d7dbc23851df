import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'
import type { DocumentProblem } from '../../dialect.ts'
import { specRules } from '../rules.ts'
import { isIncompleteWork } from './incomplete-work.ts'
import { isDateTime } from './meta.ts'

/** Checks what the schema of an envelope cannot say: what goes together, and with which exit code. */
export function rules116(document: JsonValue, exitCode?: number): readonly DocumentProblem[] {
  if (!isJsonObject(document)) return []
  const meta = isJsonObject(document['meta']) ? document['meta'] : {}
  const stated = meta['exit_code']
  const number = typeof stated === 'number' ? stated : exitCode
  const problems = [...specRules('1.16', document, number)]
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
