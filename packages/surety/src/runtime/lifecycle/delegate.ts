import { spawn } from 'node:child_process'
import { constants } from 'node:os'

import {
  defect,
  DELEGATED,
  SuretyError,
  suretyError,
  type CustomExitCode,
} from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import { readFrameworkInput } from '../input/framework-input.ts'
import { readLine } from '../input/read-line.ts'
import { inheritingStdout } from '../process/guard-children.ts'
import { allowExit } from '../result/failed.ts'
import { readCommandLine } from '../route/flagged-line.ts'
import { route } from '../route/route.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { hasFlag } from '../run/command-line.ts'
import { readOutputRequest } from '../run/output-request.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { commandName, isOver, onEnd, type Run } from '../run/run-state.ts'
import { makeContext, type AnyContext } from '../services/create-context.ts'
import { lookAtInput } from '../steps/index.ts'

/** Hands all words after the path on to another program, which owns the streams and the exit code. */
export async function delegate(run: Run, command: Command): Promise<RunEnd> {
  const { line, own, words } = splitAtPath(run)
  const { passthrough, run: handler } = command.declaration
  // What the program is told about formats says nothing about our answer.
  run.output = readOutputRequest(run.cli, run.world, line)
  if (hasFlag(line, '--help', '-h'))
    return (await import('../describe/index.ts')).helpEnd(run, run.path)
  const checked = await readLine(run, command, own)
  if (checked.problems.length > 0) throw inputFailure(run, checked.problems)
  if (checked.flags.schema)
    return (await import('../describe/schema-flag.ts')).schemaEnd(run, checked.flags)
  run.input = checked
  await lookAtInput(run, checked)
  const input = await readFrameworkInput(run, command, checked)
  const asksForHelp = words.length === 1 && (words[0] === '--help' || words[0] === '-h')
  const help = typeof passthrough === 'object' && asksForHelp ? passthrough.helpArgv : null
  const start = (await (handler as (context: AnyContext) => unknown)(
    makeContext({ run, command, input }),
  )) as readonly string[] | undefined
  if (!Array.isArray(start) || start.length === 0)
    throw defect(
      'PASSTHROUGH_EMPTY',
      `${commandName(run)} hands its arguments on, so run() returns the words that start a program`,
    )
  if (isOver(run)) throw new Error('The run is over.')
  run.phase = 'execution'
  const exitCode = await runToExit(run, [...(start as readonly string[]), ...(help ?? words)])
  if (exitCode === 0) return { kind: 'data', data: { exit_code: 0 } }
  // No table has the number of the program, and no author may declare it.
  const exit = {
    name: DELEGATED,
    number: exitCode,
    description: 'The program that the call was handed on to failed',
    retryable: false,
    side_effects: 'partial',
    category: 'GENERAL_ERROR',
  } as unknown as CustomExitCode
  allowExit(run, exit)
  // Nobody knows what the program was doing.
  run.phase = null
  const message = `The program '${String(start[0])}' exited with ${exitCode}.`
  const facts = { retryable: false, data: { exit_code: exitCode } }
  throw new SuretyError('DELEGATED_EXIT', exit, message, facts)
}

/** Splits the command line after the path: our options are before it. */
function splitAtPath({ cli, commandLine }: Run) {
  const { argv } = commandLine
  const found = route(cli, commandLine)
  const end = found.kind === 'command' ? found.at + 1 : 0
  const line = readCommandLine(cli, argv.slice(0, end))
  return { line, own: end === 0 ? [] : route(cli, line).rest, words: argv.slice(end) }
}

const GRACE_MS = 1000

function runToExit(run: Run, [program = '', ...argv]: readonly string[]): Promise<number> {
  const { world } = run
  // At a terminal the program must be able to ask, which no other group may.
  const isGroup = !(world.isStdinTty && world.isStdoutTty)
  const child = inheritingStdout(() =>
    spawn(program, argv, {
      cwd: world.cwd,
      env: { ...world.env },
      // A call inside of another process has no streams of its own.
      stdio: world.direct ? 'inherit' : ['ignore', 'pipe', 'ignore'],
      detached: isGroup,
    }),
  )
  child.stdout?.on('data', (chunk: Buffer) => void world.write('stdout', chunk.toString('utf8')))
  const signalAll = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(isGroup ? -child.pid : child.pid, signal)
    } catch {
      // It has ended.
    }
  }
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (cause) => {
      const message = `'${program}' could not be started.`
      reject(suretyError('CHILD_FAILED', message, { target: program, cause }))
    })
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)),
    )
  })
  onEnd(run, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    signalAll('SIGTERM')
    const timer = setTimeout(() => signalAll('SIGKILL'), GRACE_MS)
    await ended.catch(() => {})
    clearTimeout(timer)
  })
  return ended
}
