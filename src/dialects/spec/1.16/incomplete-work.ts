import { isJsonObject, type JsonValue } from '../../../contract/index.ts'

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
