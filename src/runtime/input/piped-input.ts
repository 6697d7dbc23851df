import { suretyError } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { Run } from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'

const DEFAULT_STDIN_BYTES = 65_536

/** Reads standard input up to the limit, or the file from `--input-file`. */
export async function readPiped(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<string | null> {
  const { world, cli } = run
  const file = checked.flags['inputFile']
  if (typeof file === 'string' && file !== '-') return readInputFile(file)
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

async function readInputFile(path: string): Promise<string> {
  const { readFile, stat } = await import('node:fs/promises')
  try {
    if ((await stat(path)).isFIFO()) return await (await import('./read-fifo.ts')).readFifo(path)
    return await readFile(path, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const code = isMissing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE'
    const message = isMissing ? `There is no file ${path}.` : `The file ${path} cannot be read.`
    throw suretyError(code, message, { phase: 'validation', target: path, cause: error })
  }
}

function decodeText(run: Run, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    run.warnings.push('Standard input is not valid UTF-8; invalid bytes were replaced with U+FFFD.')
    return new TextDecoder('utf-8').decode(bytes)
  }
}
