import { defineExitCode } from 'surety/unstable/contract'
import type { Capture } from 'surety/unstable/dialects'
import { defineErrors, type InputProblem, type ValuesOf } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { readAll, type Reader } from './read-input.ts'
import { problemIf, text } from './option-kinds.ts'

export const captureOptions = {
  stdout: text('File with the stdout of one process; default: standard input'),
  stderr: text('File with the stderr of the same process'),
  exitCode: s
    .integer()
    .optional()
    .describe('Exit code of the same process; default: what the document implies'),
  captures: text(
    'NDJSON file of {id?, dialect?, argv?, stdout, stderr, exit_code}, or - for stdin',
  ),
}

/** The output of one process may also be named without an option. */
export const captureArgs = {
  file: text('File with what a tool printed; default: standard input, also as -'),
}

/** Takes the file that was named for the stdout of the process. */
export function withFile<T extends CaptureValues>(options: T, file: string | undefined): T {
  return file === undefined ? options : { ...options, stdout: file }
}

export type CaptureValues = Partial<ValuesOf<typeof captureOptions>> & {
  readonly command?: string | undefined
}

export const inputExits = {
  NOT_FOUND: 'An input file does not exist',
  PRECONDITION: 'An input file cannot be read, or a dialect file is invalid',
}

export function captureProblems(values: CaptureValues, file?: string): readonly InputProblem[] {
  const { stdout, stderr, exitCode, captures, command } = values
  const twice = Object.entries({ '--stdout': stdout, '--captures': captures }).find(
    ([, value]) => value !== undefined,
  )
  if (file !== undefined)
    return twice === undefined
      ? captureProblems(withFile(values, file))
      : problemIf(
          true,
          '<file>',
          'UNEXPECTED_ARGUMENT',
          `A file and ${twice[0]} cannot be combined.`,
          {
            value: file,
          },
        )
  const single = Object.entries({
    '--stdout': stdout,
    '--stderr': stderr,
    '--exit-code': exitCode,
    '--command': command,
  })
    .filter(([, value]) => value !== undefined)
    .map(([param]) => param)
  if (captures !== undefined) {
    return single.map((param) => ({
      param,
      code: 'UNEXPECTED_ARGUMENT',
      message: `${param} and --captures cannot be combined.`,
    }))
  }
  return [
    ...problemIf(
      stdout === '-' && stderr === '-',
      '--stderr',
      'INVALID_VALUE',
      'Only one of --stdout and --stderr can be read from standard input.',
      { value: '-' },
    ),
  ]
}

/** Reads one capture. Without a file, standard input is what a tool printed to its standard output. */
export async function readOneCapture(values: CaptureValues, reader: Reader): Promise<Capture> {
  const { stdout, stderr, exitCode = 0 } = values
  const isPiped = stdout === undefined && stderr === undefined
  return {
    stdout: stdout === undefined && !isPiped ? '' : await readAll(stdout, reader),
    stderr: stderr === undefined ? '' : await readAll(stderr, reader),
    exit_code: exitCode,
  }
}

export const lineExits = {
  PARTIAL_FAILURE: {
    description: 'Some lines could not be used; each of them gave an error line',
    sideEffects: 'none' as const,
  },
}

export const lineErrors = defineErrors({
  LINES_FAILED: { exit: 'PARTIAL_FAILURE', description: 'Some lines could not be used' },
})

export const invalidDocument = defineExitCode({
  name: 'INVALID_DOCUMENT',
  number: 79,
  description: 'The input was read but breaks its contract',
  sideEffects: 'none',
  category: 'PRECONDITION',
})
