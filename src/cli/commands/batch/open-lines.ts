import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { CallIds } from '../../../client/index.ts'
import { suretyError } from '../../../contract/index.ts'
import { splitLines } from '../../../internal/lines.ts'

/** Lines of a batch, read on demand. */
export interface InputLines {
  readonly lines: AsyncIterable<string>
  /** The number of lines; undefined for a pipe, which cannot be read twice. */
  readonly total: number | undefined
}

/** Opens a file of lines, or standard input for `-`. */
export async function openLines(file: string, stdin: NodeJS.ReadStream): Promise<InputLines> {
  if (file === '-') {
    if (stdin.isTTY) {
      throw suretyError('INPUT_REQUIRED', 'No input: standard input is a terminal.', {
        fix_required: 'Pipe the lines in, or name a file.',
      })
    }
    return { lines: linesOf(stdin), total: undefined }
  }
  const facts = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT'
      ? suretyError('FILE_NOT_FOUND', `There is no file ${file}.`, { target: file, cause })
      : unreadable(file, cause)
  })
  if (facts.isDirectory()) throw unreadable(file)
  return {
    lines: linesOf(createReadStream(file), file),
    // A pipe can only be read once.
    total: facts.isFile() ? await surveyLines(file) : undefined,
  }
}

async function* linesOf(input: NodeJS.ReadableStream, file = '-'): AsyncGenerator<string> {
  const chunks = input as AsyncIterable<Buffer>
  try {
    for await (const { text } of splitLines(chunks, Number.POSITIVE_INFINITY)) yield text
  } catch (cause) {
    throw unreadable(file, cause as Error)
  } finally {
    // An open standard input would keep the process alive.
    if ('destroy' in input && typeof input.destroy === 'function') input.destroy()
  }
}

/** Counts the calls of a file; throws if two have the same id, before anything runs. */
async function surveyLines(file: string): Promise<number> {
  const ids = new CallIds()
  let [count, number] = [0, 0]
  for await (const line of linesOf(createReadStream(file), file)) {
    number += 1
    if (line.trim() === '') continue
    count += 1
    ids.takeLine(line, number)
  }
  return count
}

function unreadable(file: string, cause?: Error) {
  return suretyError('FILE_UNREADABLE', `${file} cannot be read.`, { target: file, cause })
}
