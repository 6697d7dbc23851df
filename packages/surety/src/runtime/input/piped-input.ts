import { suretyError, type SuretyError } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { warn, type Run } from '../run/run-state.ts'

const DEFAULT_STDIN_BYTES = 65_536

/** Reads standard input up to the limit. */
export async function readPiped(
  run: Run,
  command: Command,
): Promise<Pick<ParsedInput, 'stdin' | 'noStdin'>> {
  const { world, cli } = run
  if (isTerminal(world)) return { stdin: null, noStdin: terminalAsInput() }
  const { stdin } = command.declaration
  const declared = typeof stdin === 'object' ? stdin.maxBytes : undefined
  const name = `${cli.envPrefix}_MAX_STDIN_BYTES`
  const variable = Number(world.env[name] ?? Number.NaN)
  const limit =
    Number.isInteger(variable) && variable > 0 ? variable : (declared ?? DEFAULT_STDIN_BYTES)
  const bytes = await world.readStdin(limit)
  if (bytes.byteLength <= limit) return { stdin: decodeText(run, bytes) }
  const message = `Standard input is longer than the limit of ${limit} bytes.`
  throw suretyError('STDIN_TOO_LARGE', message, {
    suggestion: `Set ${name} to a higher limit, or give less input.`,
    fix_required: `Set ${name} to a higher limit.`,
    details: { received_bytes: bytes.byteLength, limit_bytes: limit },
  })
}

/** Tests for a terminal on standard input, whoever sits there. */
export function isTerminal({ isStdinTty, direct }: Run['world']): boolean {
  return isStdinTty || (direct !== undefined && process.getBuiltinModule('node:tty').isatty(0))
}

/** The failure of a command that reads standard input at a terminal: a person does not know that, an agent types nothing. */
export function terminalAsInput(): SuretyError {
  const suggestion = 'Pipe the input in, or redirect a file to it with < FILE.'
  return suretyError(
    'INPUT_REQUIRED',
    'The command reads standard input, which is a terminal here.',
    { phase: 'validation', suggestion, fix_required: suggestion },
  )
}

function decodeText(run: Run, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    warn(run, 'Standard input is not valid UTF-8; invalid bytes were replaced with U+FFFD.')
    return new TextDecoder('utf-8').decode(bytes)
  }
}
