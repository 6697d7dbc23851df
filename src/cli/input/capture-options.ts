import type { Capture } from '../../dialects/index.ts'
import type { Problem } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { readAll, type Reader } from './read-input.ts'

/** The two ways to hand over what processes left behind. */
export const captureOptions = {
  stdout: s.string().min(1).optional().describe('File with what one process wrote to stdout'),
  stderr: s.string().min(1).optional().describe('File with what it wrote to stderr'),
  exitCode: s.integer().optional().describe('The number that it ended with'),
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
  NOT_FOUND: 'A file that was named does not exist',
  PRECONDITION: 'A file that was named cannot be read, or a dialect file has mistakes',
}

/** Finds what is wrong with the choice between one process and a file of captures. */
export function captureProblems(values: CaptureValues): readonly Problem[] {
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
      message: `${param} and --captures rule each other out.`,
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
  const problems: Problem[] = []
  if (exitCode === undefined) {
    problems.push({
      param: '--exit-code',
      code: 'MISSING_ARGUMENT',
      message: '--exit-code is missing; without it nobody knows how the process ended.',
    })
  }
  if (stdout === '-' && stderr === '-') {
    problems.push({
      param: '--stderr',
      code: 'INVALID_VALUE',
      message: 'Standard input can be read once, for --stdout or for --stderr.',
      value: '-',
    })
  }
  return problems
}

/** Reads the one capture that the options describe. */
export async function readOneCapture(values: CaptureValues, reader: Reader): Promise<Capture> {
  const { stdout, stderr, exitCode = 0 } = values
  return {
    stdout: stdout === undefined ? '' : await readAll(stdout, reader),
    stderr: stderr === undefined ? '' : await readAll(stderr, reader),
    exit_code: exitCode,
  }
}
