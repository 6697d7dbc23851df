import { SuretyError } from 'surety/unstable/contract'
import { redactCommandText } from '@surety/internal/redact/secret-options.ts'
import { judgeCall, KINDS, type Kind } from './judge-call.ts'
import { readTranscript, READERS, type FoundCall, type ReadFile } from './read-transcript.ts'
import { Secrets } from './secrets.ts'
import { findFiles, type FoundFile } from './transcript-files.ts'

export interface ReplayOptions {
  readonly since?: Date | undefined
  /** Whose secret variables are redacted. */
  readonly env: NodeJS.ProcessEnv
  readonly onProgress?: (calls: number, files: number) => void
  readonly signal?: AbortSignal
}

/** Something that was missed, in its place. */
export interface Finding {
  readonly kind: Kind
  readonly file: string
  /** The line of the file where the call ended. */
  readonly line: number
  readonly session: string
  readonly time: string | null
  readonly command: string
  readonly says: string
}

/** All that a replay found; secrets are redacted. */
export interface ReplayReport {
  files: number
  calls: number
  from: string | null
  to: string | null
  readonly found: Record<Kind, number>
  readonly findings: readonly Finding[]
  /** Findings beyond those that are held. */
  more: number
  /** Lines that are no JSON object, or too long. */
  damaged: number
  /** Files of folders that are in no known form, and the first of them. */
  skipped: number
  first_skipped: string | null
}

/** Bounds of what is held, whatever is read. */
const MAX_FINDINGS = 5000
const MAX_TEXT = 400

/** Reads transcripts and says what was missed in them. Nothing is run. */
export async function replay(
  names: readonly string[],
  options: ReplayOptions,
): Promise<ReplayReport> {
  const secrets = new Secrets(options.env)
  const findings: Finding[] = []
  const report: ReplayReport = {
    files: 0,
    calls: 0,
    from: null,
    to: null,
    found: Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, 0])) as Record<Kind, number>,
    findings,
    more: 0,
    damaged: 0,
    skipped: 0,
    first_skipped: null,
  }
  const since = options.since?.toISOString() ?? ''
  const add = async (file: FoundFile, call: FoundCall) => {
    const time = call.time ?? null
    if ((time ?? file.changed.toISOString()) < since) return
    count(report, time)
    for (const { kind, says } of await judgeCall(call, secrets)) {
      report.found[kind] += 1
      const command = cut(secrets.redact(redactCommandText(call.command)).trim())
      const session = cut(secrets.redact(call.session))
      const place = { file: secrets.redact(file.path), line: call.line, session, time }
      const finding = { kind, ...place, command, says: secrets.redact(says) }
      if (findings.length < MAX_FINDINGS) findings.push(finding)
      else report.more += 1
    }
    options.onProgress?.(report.calls, report.files)
  }
  for await (const file of findFiles(names)) {
    if (file.changed.toISOString() < since) continue
    const told: ReadFile = { damaged: 0 }
    try {
      for await (const call of readTranscript(file.path, told)) {
        options.signal?.throwIfAborted()
        await add(file, call)
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (typeof code !== 'string') throw error
      if (file.isNamed) throw noTranscript(file, `it cannot be read (${code})`)
    }
    endFile(report, file, told)
  }
  return secrets.redactAll(report)
}

function count(report: ReplayReport, time: string | null): void {
  report.calls += 1
  if (time === null) return
  if (report.from === null || time < report.from) report.from = time
  if (report.to === null || time > report.to) report.to = time
}

function noTranscript({ path: target }: FoundFile, why: string): SuretyError {
  const message = `${target} cannot be read as a transcript: ${why}.`
  return new SuretyError('NOT_A_TRANSCRIPT', 'PRECONDITION', message, { target })
}

function endFile(report: ReplayReport, file: FoundFile, told: ReadFile): void {
  if (told.reader !== undefined) {
    report.files += 1
    report.damaged += told.damaged
    return
  }
  const forms = READERS.map(({ title }) => title).join(', ')
  if (file.isNamed) throw noTranscript(file, `it is in none of these forms: ${forms}`)
  report.skipped += 1
  report.first_skipped ??= file.path
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`
}
