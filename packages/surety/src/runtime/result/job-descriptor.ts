import { defect, isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords, type Cli } from '../declare/cli.ts'
import type { JobDeclaration, JobState } from '../declare/types/command-parts.ts'
import { commandName, type Run } from '../run/run-state.ts'

const STATUSES = new Set(['running', 'complete', 'failed', 'cancelled'])

export function jobDescriptor(
  cli: Cli,
  job: JobDeclaration,
  id: string,
  state: JobState,
): JsonObject {
  const words = callWords(cli)
  return {
    job_id: id,
    status: state.status,
    terminal: state.status !== 'running',
    status_command: quoteWords([...words, 'job', 'status', id]),
    cancel_command: quoteWords([...words, 'job', 'cancel', id]),
    poll_interval_ms: job.pollIntervalMs ?? 1000,
    timeout_ms: job.timeoutMs ?? 600_000,
    ...(state.result && { result: state.result }),
  }
}

export function completeDescriptor(run: Run, job: JobDeclaration, data: JsonValue): JsonValue {
  const id = isJsonObject(data) ? data['job_id'] : undefined
  const status = isJsonObject(data) ? (data['status'] ?? 'running') : undefined
  // oxlint-disable-next-line typescript/no-base-to-string -- an object only has to fail the check
  if (!isJsonObject(data) || typeof id !== 'string' || !STATUSES.has(String(status))) {
    throw defect('JOB_DESCRIPTOR_INVALID', `${commandName(run)} must return a job_id and a status`)
  }
  return { ...jobDescriptor(run.cli, job, id, { status: status as JobState['status'] }), ...data }
}
