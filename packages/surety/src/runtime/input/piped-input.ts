import { SuretyError, suretyError, type SuretyErrorFacts } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { warn, type Run } from '../run/run-state.ts'
import type { Checked } from '../line/values.ts'

// An import statement would evaluate every export of the module and load streams for it.
const { constants, openSync, promises } = process.getBuiltinModule('node:fs')

const DEFAULT_STDIN_BYTES = 65_536

/** Reads standard input up to the limit, or the file from `--input-file`. */
export async function readPiped(
  run: Run,
  command: Command,
  checked: Checked,
): Promise<Pick<ParsedInput, 'stdin' | 'noStdin'>> {
  const { world, cli } = run
  const { inputFile: file = '-' } = checked.flags
  if (file !== '-') return { stdin: await readInputFile(file) }
  if (isTerminal(world)) return { stdin: null, noStdin: terminalAsInput() }
  const { stdin } = command.declaration
  const declared = typeof stdin === 'object' ? stdin.maxBytes : undefined
  const variable = Number(world.env[`${cli.envPrefix}_MAX_STDIN_BYTES`] ?? Number.NaN)
  const limit =
    Number.isInteger(variable) && variable > 0 ? variable : (declared ?? DEFAULT_STDIN_BYTES)
  const bytes = await world.readStdin(limit)
  if (bytes.byteLength <= limit) return { stdin: decodeText(run, bytes) }
  const message = `Standard input is longer than the limit of ${limit} bytes.`
  throw tooLarge(message, bytes.byteLength, limit, {
    suggestion: 'Write the input to a file and use --input-file <path>.',
    fix_required: 'Use --input-file <path>.',
  })
}

/** Tests for a terminal on standard input, whoever sits there. */
export function isTerminal({ isStdinTty, direct }: Run['world']): boolean {
  return isStdinTty || (direct !== undefined && process.getBuiltinModule('node:tty').isatty(0))
}

/** The failure of a command that reads standard input at a terminal: a person does not know that, an agent types nothing. */
export function terminalAsInput(): SuretyError {
  const suggestion = 'Pipe the input in, or name a file with --input-file.'
  return suretyError(
    'INPUT_REQUIRED',
    'The command reads standard input, which is a terminal here.',
    { phase: 'validation', suggestion, fix_required: suggestion },
  )
}

/** The longest text that Node can hold. */
const MAX_FILE_BYTES = 0x1f_ff_ff_e8

async function readInputFile(path: string): Promise<string> {
  try {
    const facts = await promises.stat(path)
    if (facts.isFIFO()) return await (await import('node:stream/consumers')).text(readFifo(path))
    if (facts.size > MAX_FILE_BYTES) {
      const message = `The file ${path} has ${facts.size} bytes; at most ${MAX_FILE_BYTES} can be read.`
      const more = { target: path, fix_required: 'Split the file.' }
      throw tooLarge(message, facts.size, MAX_FILE_BYTES, more)
    }
    return await promises.readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof SuretyError) throw error
    throw unreadable(path, error)
  }
}

export function unreadable(path: string, error: unknown): SuretyError {
  const { code, message: detail } = error as NodeJS.ErrnoException
  const facts = { target: path, detail, cause: error }
  return code === 'ENOENT'
    ? suretyError('FILE_NOT_FOUND', `There is no file ${path}.`, facts)
    : suretyError('FILE_UNREADABLE', `The file ${path} cannot be read.`, facts)
}

function tooLarge(message: string, received: number, limit: number, more: SuretyErrorFacts) {
  const details = { received_bytes: received, limit_bytes: limit }
  return suretyError('STDIN_TOO_LARGE', message, { ...more, details })
}

function decodeText(run: Run, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    warn(run, 'Standard input is not valid UTF-8; invalid bytes were replaced with U+FFFD.')
    return new TextDecoder('utf-8').decode(bytes)
  }
}

/** Reads a FIFO to its end. As a file it would hold a thread, and the process, until somebody writes. */
export async function* readFifo(path: string): AsyncGenerator<Uint8Array, void, void> {
  const { Socket } = await import('node:net')
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  yield* new Socket({ fd, readable: true, writable: false }) as AsyncIterable<Uint8Array>
}
