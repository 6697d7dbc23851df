import { SuretyError, suretyError } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { Run } from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'

// An import statement would evaluate every export of the module and load streams for it.
const { constants, openSync, promises } = process.getBuiltinModule('node:fs')

const DEFAULT_STDIN_BYTES = 65_536

/** Reads standard input up to the limit, or the file from `--input-file`. */
export async function readPiped(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<string | null> {
  const { world, cli } = run
  const { inputFile: file = '-' } = checked.flags
  if (file !== '-') return readInputFile(file)
  if (world.isStdinTty) return null
  const { stdin } = command.declaration
  const declared = typeof stdin === 'object' ? stdin.maxBytes : undefined
  const variable = Number(world.env[`${cli.envPrefix}_MAX_STDIN_BYTES`] ?? Number.NaN)
  const limit =
    Number.isInteger(variable) && variable > 0 ? variable : (declared ?? DEFAULT_STDIN_BYTES)
  const bytes = await world.readStdin(limit)
  if (bytes.byteLength <= limit) return decodeText(run, bytes)
  throw suretyError(
    'STDIN_TOO_LARGE',
    `Standard input is longer than the limit of ${limit} bytes.`,
    {
      phase: 'validation',
      retryable: false,
      suggestion: 'Write the input to a file and use --input-file <path>.',
      fix_required: 'Use --input-file <path>.',
      details: { received_bytes: bytes.byteLength, limit_bytes: limit },
    },
  )
}

/** The longest text that Node can hold. */
const MAX_FILE_BYTES = 0x1f_ff_ff_e8

async function readInputFile(path: string): Promise<string> {
  try {
    const facts = await promises.stat(path)
    if (facts.isFIFO()) return await (await import('node:stream/consumers')).text(readFifo(path))
    refuseLargeFile(path, facts.size)
    return await promises.readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof SuretyError) throw error
    throw unreadable(path, error)
  }
}

export function unreadable(path: string, error: unknown): SuretyError {
  const { code: errno, message: detail } = error as NodeJS.ErrnoException
  const code = errno === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE'
  const message =
    errno === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read.`
  return suretyError(code, message, { phase: 'validation', target: path, detail, cause: error })
}

function refuseLargeFile(path: string, bytes: number): void {
  if (bytes <= MAX_FILE_BYTES) return
  throw suretyError(
    'STDIN_TOO_LARGE',
    `The file ${path} has ${bytes} bytes; at most ${MAX_FILE_BYTES} can be read.`,
    {
      phase: 'validation',
      retryable: false,
      target: path,
      fix_required: 'Split the file.',
      details: { received_bytes: bytes, limit_bytes: MAX_FILE_BYTES },
    },
  )
}

function decodeText(run: Run, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    run.warnings.push('Standard input is not valid UTF-8; invalid bytes were replaced with U+FFFD.')
    return new TextDecoder('utf-8').decode(bytes)
  }
}

/** Reads a FIFO to its end. As a file it would hold a thread, and the process, until somebody writes. */
export async function* readFifo(path: string): AsyncGenerator<Uint8Array, void, void> {
  const { Socket } = await import('node:net')
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  yield* new Socket({ fd, readable: true, writable: false }) as AsyncIterable<Uint8Array>
}
