import { Collector, type ReplayOptions } from './collector.ts'
import { findReader, readTranscript } from './read-transcript.ts'
import type { ReplayReport } from './replay-report.ts'
import type { TranscriptReader } from './transcript.ts'
import { findFiles, type FoundFile } from './transcript-files.ts'

/** Reads transcripts and says what was missed in them. Nothing is run. */
export async function replay(
  names: readonly string[],
  options: ReplayOptions,
): Promise<ReplayReport> {
  const collector = new Collector(options)
  for await (const file of findFiles(names)) {
    if (options.since !== undefined && file.changed < options.since)
      collector.skip(file.path, 'it was last changed before --since')
    else await readFile(file, collector, options)
  }
  return collector.report()
}

/** A file that somebody named cannot be read as a transcript. */
export class UnknownTranscript extends Error {
  readonly path: string

  constructor(path: string, why: string) {
    super(`${path} cannot be read as a transcript: ${why}.`)
    this.path = path
  }
}

async function readFile(
  { path, changed, isNamed }: FoundFile,
  collector: Collector,
  { as, onProgress, signal }: ReplayOptions,
): Promise<void> {
  const told = { bytes: 0, records: 0, damaged: 0, isCut: false }
  try {
    const reader = as ?? (await findReader(path))
    if ('why' in reader) {
      if (isNamed) throw new UnknownTranscript(path, reader.why)
      return collector.skip(path, reader.why)
    }
    const file = { path, client: reader.id, changed: changed.toISOString() }
    let events = 0
    for await (const event of readTranscript(path, reader, told)) {
      signal?.throwIfAborted()
      events += 1
      if (event.kind === 'change') collector.changed(file, event.session)
      else await collector.add(file, event)
      onProgress?.(collector.progress(told.bytes))
    }
    if (isNamed && as !== undefined && told.records === 0 && told.damaged > 0)
      throw new UnknownTranscript(path, 'it holds no JSON objects')
    const other = as === undefined || events > 0 ? undefined : await otherClient(path, as)
    if (other !== undefined) {
      const why = `it is one of ${other}, not of ${as!.id}`
      if (isNamed) throw new UnknownTranscript(path, why)
      return collector.skip(path, why)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (typeof code !== 'string' || isNamed) throw error
    return collector.skip(path, `it cannot be read (${code})`)
  }
  collector.endFile(path, told)
}

/** Finds out who wrote a file that has nothing of the client that was named. */
async function otherClient(path: string, as: TranscriptReader): Promise<string | undefined> {
  const found = await findReader(path)
  return 'why' in found || found.id === as.id ? undefined : found.id
}
