import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'

import { CallIds, NOT_UTF8 } from '@surety/client/unstable/client'
import { suretyError } from 'surety/unstable/contract'
import { splitLines } from '@surety/internal/lines.ts'
import { readInput, type Reader } from '../../input/read-input.ts'

/** Opens the lines of a batch, with their number and a name for this content; a pipe, read once, has neither. */
export async function openLines(file: string, reader: Reader) {
  if (file === '-' && process.stdin.isTTY) {
    throw suretyError('INPUT_REQUIRED', 'No input: standard input is a terminal.', {
      fix_required: 'Pipe the lines in, or name a file.',
    })
  }
  const facts = file === '-' ? undefined : await stat(file).catch(() => undefined)
  const isPipe = file === '-' || (facts && !facts.isFile() && !facts.isDirectory())
  const lines = linesOf(file, reader)
  return isPipe
    ? { lines, total: undefined, name: undefined }
    : { lines, ...(await surveyLines(file, linesOf(file, reader))) }
}

async function* linesOf(file: string, reader: Reader): AsyncGenerator<string> {
  const lines = splitLines(readInput(file, reader), Number.POSITIVE_INFINITY)
  for await (const { text, problem } of lines) yield problem === null ? text : NOT_UTF8
}

/** Counts the calls of a file; throws if two have the same id, before anything runs. */
async function surveyLines(file: string, lines: AsyncIterable<string>) {
  const ids = new CallIds()
  const digest = createHash('sha256').update(resolve(file))
  let [count, number] = [0, 0]
  for await (const line of lines) {
    number += 1
    digest.update(`${line}\n`)
    if (line.trim() === '') continue
    count += 1
    ids.takeLine(line, number)
  }
  const stem = basename(file)
    .replace(/\.\w+$/, '')
    .replaceAll(/[^\w.-]+/g, '-')
  return { total: count, name: `${stem || 'batch'}-${digest.digest('hex').slice(0, 10)}` }
}
