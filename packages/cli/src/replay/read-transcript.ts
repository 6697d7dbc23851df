import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'

import { readRecords, type Damage } from './records.ts'
import { READERS } from './readers/registry.ts'
import type { TranscriptEvent, TranscriptReader } from './transcript.ts'

/** What is told about a file besides its events. */
export interface ReadFile extends Damage {
  bytes: number
  records: number
}

const CHUNK = 256 * 1024
/** What is read of a file to find out which client wrote it. */
const MAX_LOOKED = 64 * 1024 * 1024
const MAX_LOOKED_RECORDS = 200

/** Finds the reader of a file, or says why there is none. */
export async function findReader(
  path: string,
): Promise<TranscriptReader | { readonly why: string }> {
  const packed = await packedAs(path)
  if (packed !== undefined) return { why: packed }
  const damage = { damaged: 0, isCut: false }
  let count = 0
  for await (const record of readRecords(chunksOf(path, MAX_LOOKED), damage)) {
    const found = READERS.find(({ recognises }) => recognises(record))
    if (found !== undefined) return found
    count += 1
    if (count >= MAX_LOOKED_RECORDS) break
  }
  const why =
    count > 0
      ? 'no client that is known writes such records'
      : damage.damaged + Number(damage.isCut) > 0
        ? 'it holds no JSON objects'
        : 'it is empty'
  return { why }
}

/** Reads the events of a file, in bounded memory. */
export async function* readTranscript(
  path: string,
  reader: TranscriptReader,
  told: ReadFile,
  isWanted: () => boolean = () => true,
): AsyncGenerator<TranscriptEvent> {
  const session = reader.open(basename(path).replace(/(?:\.traj)?\.\w+$/, ''))
  const count = async function* () {
    for await (const chunk of chunksOf(path)) {
      told.bytes += chunk.length
      yield chunk
    }
  }
  for await (const record of readRecords(count(), told)) {
    told.records += 1
    yield* session.read(record)
    if (!isWanted()) return
  }
  yield* session.end()
}

async function* chunksOf(path: string, most = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const end = Number.isFinite(most) ? { end: most - 1 } : {}
  yield* createReadStream(path, { highWaterMark: CHUNK, ...end }) as AsyncIterable<Buffer>
}

/** What begins with these bytes has to be unpacked or exported by its own program first. */
const PACKED: readonly (readonly [start: string, why: string])[] = [
  ['28b52ffd', 'it is compressed by zstd; unpack it first: zstd -d'],
  ['1f8b', 'it is compressed by gzip; unpack it first: gunzip -k'],
  ['504b0304', 'it is a zip archive; unpack it first'],
  ['53514c697465', 'it is a database; export its sessions first: opencode export <session> > file'],
]

async function packedAs(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const start = buffer.toString('hex', 0, bytesRead)
    return PACKED.find(([mark]) => start.startsWith(mark))?.[1]
  } finally {
    await file.close()
  }
}
