import type { Capture } from '../../dialects/index.ts'
import type { InputProblem } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { readAll, type Reader } from './read-input.ts'

/** Options that name captured output: the streams of one process, or a file of captures. */
export const captureOptions = {
  stdout: s.string().min(1).optional().describe('File with the stdout of one process'),
  stderr: s.string().min(1).optional().describe('File with the stderr of the same process'),
  exitCode: s.integer().optional().describe('Exit code of the same process'),
  captures: s
    .string()
    .min(1)
    .optional()
    .describe('NDJSON file of {id?, dialect?, stdout, stderr, exit_code}, or - for stdin'),
}

/** The values of {@link captureOptions}. */
export interface CaptureValues {
  readonly stdout?: string | undefined
  readonly stderr?: string | undefined
  readonly exitCode?: number | undefined
  readonly captures?: string | undefined
}

/** The exits of a command that reads captures or documents. */
export const inputExits = {
  NOT_FOUND: 'An input file does not exist',
  PRECONDITION: 'An input file cannot be read, or a dialect file is invalid',
}

/** Finds missing and conflicting capture options. */
export function captureProblems(values: CaptureValues): readonly InputProblem[] {
  const { stdout, stderr, exitCode, captures } = values
  const single = [
    ...(stdout === undefined ? [] : ['--stdout']),
    ...(stderr === undefined ? [] : ['--stderr']),
    ...(exitCode === undefined ? [] : ['--exit-code']),
  ]
  if (captures !== undefined) {
    return single.map((param) => ({
      param,
      code: 'UNEXPECTED_ARGUMENT',
      message: `${param} and --captures cannot be combined.`,
    }))
  }
  if (single.length === 0) {
    return [
      {
        param: '--captures',
        code: 'MISSING_ARGUMENT',
        message: 'Give --captures FILE, or --stdout FILE, --stderr FILE and --exit-code N.',
      },
    ]
  }
  const problems: InputProblem[] = []
  if (exitCode === undefined) {
    problems.push({
      param: '--exit-code',
      code: 'MISSING_ARGUMENT',
      message: '--exit-code is missing.',
    })
  }
  if (stdout === '-' && stderr === '-') {
    problems.push({
      param: '--stderr',
      code: 'INVALID_VALUE',
      message: 'Only one of --stdout and --stderr can be read from standard input.',
      value: '-',
    })
  }
  return problems
}

/** Reads one capture from the files named by the options. */
export async function readOneCapture(values: CaptureValues, reader: Reader): Promise<Capture> {
  const { stdout, stderr, exitCode = 0 } = values
  return {
    stdout: stdout === undefined ? '' : await readAll(stdout, reader),
    stderr: stderr === undefined ? '' : await readAll(stderr, reader),
    exit_code: exitCode,
  }
}
