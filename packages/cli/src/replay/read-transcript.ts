import { createReadStream } from 'node:fs'
import { basename } from 'node:path'

import { isJsonObject, parseJson } from 'surety/unstable/contract'
import { splitLines } from '@surety/internal/lines.ts'
import { claudeCode } from './readers/claude-code.ts'
import { codex } from './readers/codex.ts'
import { plain } from './readers/plain.ts'
import type { ReplayCall, TranscriptReader } from './transcript.ts'

/** All readers. To add one, write a file in `readers/` and a name here. */
export const READERS: readonly TranscriptReader[] = [claudeCode, codex, plain]

/** Bytes of one line; a longer one is counted as damaged. */
const MAX_LINE = 16 * 1024 * 1024
/** Characters of an output that are held, half of them from each end. */
const MAX_OUTPUT = 256 * 1024
/** Lines that are looked at to find out which client wrote a file. */
const MAX_LOOKED = 200

/** A call, and the line where it ended. */
export interface FoundCall extends ReplayCall {
  readonly line: number
}

/** What is told about a file besides its calls. */
export interface ReadFile {
  /** Lines that are no JSON object, or too long. */
  damaged: number
  reader?: TranscriptReader | undefined
}

/** Reads the calls of a file in bounded memory. The first line that only one client writes names the reader. */
export async function* readTranscript(path: string, told: ReadFile): AsyncGenerator<FoundCall> {
  const chunks = createReadStream(path) as AsyncIterable<Buffer>
  let read: ReturnType<TranscriptReader['open']> | undefined
  for await (const { number, text, problem } of splitLines(chunks, MAX_LINE)) {
    if (problem !== 'too_long' && text.trim() === '') continue
    const line = problem === 'too_long' ? undefined : parseJson(text)
    if (!isJsonObject(line)) told.damaged += 1
    else {
      told.reader ??= READERS.find(({ recognises }) => recognises(line))
      read ??= told.reader?.open(basename(path))
      for (const call of read?.(line) ?? [])
        yield { ...call, output: ends(call.output), line: number }
    }
    if (told.reader === undefined && number >= MAX_LOOKED) return
  }
}

function ends(text: string): string {
  const half = MAX_OUTPUT / 2
  return text.length <= MAX_OUTPUT ? text : `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`
}
