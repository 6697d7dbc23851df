import { parseJson, type JsonValue, type Outcome } from '../contract/index.ts'
import { dispatch, type Answer, type CliSource } from '../runtime/index.ts'
import { adviceAbout, hostedCalls, judge, STILL, type MemoryOptions } from '../runtime/surface.ts'
import { assertAnswer } from './assert-answer.ts'

/** How a tool is run in memory. */
export interface RunCliOptions extends Omit<MemoryOptions, 'argv'> {
  /** Skips the checks of the answer, for tests of tools that break them. */
  readonly unchecked?: boolean
}

/** The result of a run in memory. */
export interface RunCliResult {
  readonly outcome: Outcome
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
  /** The parsed answer where it is JSON, else undefined. */
  readonly document: JsonValue | undefined
  /** What the command could do better, for its author; each is also a warning of the process, once. */
  readonly advice: readonly string[]
}

/**
 * Runs a tool in memory and checks its answer: envelope, exit code, declared output, declared codes.
 *
 * @example
 * ```ts
 * import { runCli } from 'surety/testing'
 * import { cli } from './cli.js'
 *
 * const { outcome, exit } = await runCli(cli, ['greet', 'Ada'])
 * ```
 */
export async function runCli(
  cli: CliSource,
  argv: readonly string[] = [],
  options: RunCliOptions = {},
): Promise<RunCliResult> {
  let stderr = ''
  const onStderr = (text: string | Uint8Array): void => {
    stderr += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
  }
  const { unchecked, ...surroundings } = options
  const variables = options.env ?? ('as its caller' as const)
  const { result: answer, stdout } = await hostedCalls().run(
    Object.assign({ variables, argv, onStderr, keepsStderr: true }, STILL, surroundings),
    (world): Promise<Answer> => dispatch(cli, world, undefined, judge),
  )
  const result: RunCliResult = {
    outcome: answer.outcome,
    stdout,
    stderr,
    exit: answer.exitCode,
    document: parseJson(stdout) ?? parseJson(stderr),
    advice: [...adviceAbout(answer.cli), ...answer.advice],
  }
  if (!unchecked) await assertAnswer(answer, result)
  for (const text of result.advice) {
    if (!warned.has(text)) process.emitWarning(text, 'SuretyAdvice')
    warned.add(text)
  }
  return result
}

const warned = new Set<string>()
