import { spawn as spawnProcess, type ChildProcess } from 'node:child_process'

import { defect, suretyError } from '../../contract/index.ts'
import { childEnvironment } from './child-environment.ts'
import type { ChildResult, ExecOptions } from '../handler/child-result.ts'
import { logLine } from './log.ts'
import { inputFailure } from '../run/input-error.ts'
import { commandName, signalOf, type Run } from '../run/run-state.ts'
import { assertNoShell, screenChildArguments } from './child-arguments.ts'

const DEFAULT_MAX_BYTES = 10 * 1024 * 1024
const KILL_AFTER_MS = 1000

/** Runs a program; if it fails, the command fails too, unless `allowFailure` is set. */
export async function exec(
  run: Run,
  argv: readonly string[],
  options: ExecOptions = {},
): Promise<ChildResult> {
  checkArgv(run, argv, options)
  const child = start(run, argv, options)
  const ended = collect(run, argv, child, options)
  if (options.input !== undefined) child.stdin!.end(options.input)
  else child.stdin!.end()
  const result = await ended
  if (!options.allowFailure && result.exitCode !== 0) throw childFailure([result], 0)
  return result
}

/** Runs a pipeline of programs; fails with the exit code of the first stage that failed. */
export async function pipe(run: Run, stages: readonly (readonly string[])[]): Promise<ChildResult> {
  if (stages.length === 0) throw defect('PIPE_EMPTY', 'pipe() needs at least one program')
  for (const argv of stages) checkArgv(run, argv, {})
  const children = stages.map((argv) => start(run, argv, {}))
  children[0]!.stdin!.end()
  const ended = children.map((child, index) => {
    const next = children[index + 1]
    if (next) {
      child.stdout!.pipe(next.stdin!)
      // A stage that ends early closes its input, which is no failure of the stage before it.
      next.stdin!.on('error', () => child.stdout!.destroy())
    }
    return collect(run, stages[index]!, child, {}, next !== undefined)
  })
  const results = await Promise.all(ended)
  const failed = results.findIndex((result) => result.exitCode !== 0)
  if (failed >= 0) throw childFailure(results, failed)
  return results.at(-1)!
}

/** Refuses shells, editors without a terminal, and shell metacharacters. */
function checkArgv(
  run: Run,
  argv: unknown,
  options: ExecOptions,
): asserts argv is readonly string[] {
  assertNoShell(argv, options)
  refuseEditor(run, argv[0]!.split('/').at(-1)!)
  const problems = screenChildArguments(argv)
  if (problems.length > 0) throw inputFailure(run, problems)
}

function refuseEditor(run: Run, program: string): void {
  const { world, command } = run
  if (world.isStdinTty && world.isStdoutTty) return
  const editors = [world.env['EDITOR'], world.env['VISUAL'], world.env['GIT_EDITOR']]
  const names = editors.map((editor) => editor?.split(/\s+/)[0]?.split('/').at(-1))
  if (!names.includes(program)) return
  const alternatives = command?.declaration.editor?.alternatives ?? []
  const flags = alternatives.map(({ flag }) => flag).join(' or ')
  throw suretyError(
    'EDITOR_REQUIRED',
    `${commandName(run)} needs an editor, but there is no terminal.`,
    {
      phase: 'execution',
      retryable: false,
      suggestion: flags === '' ? 'Run it in a terminal.' : `Use ${flags} instead.`,
      details: { alternatives: alternatives.map((alternative) => ({ ...alternative })) },
    },
  )
}

function start(run: Run, argv: readonly string[], options: ExecOptions): ChildProcess {
  if (run.isDebug) logLine(run, 'debug', `spawn ${JSON.stringify(argv)}`)
  const child = spawnProcess(argv[0]!, argv.slice(1), {
    cwd: options.cwd ?? run.world.cwd,
    env: childEnvironment(run.world, options.env),
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  // A child that has exited closes its input; its exit code is reported anyway.
  child.stdin.on('error', () => {})
  const kill = (): void => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
  }
  signalOf(run).addEventListener('abort', kill, { once: true })
  run.cleanups.push(kill)
  if (options.timeoutMs !== undefined) setTimeout(kill, options.timeoutMs).unref()
  return child
}

function collect(
  run: Run,
  argv: readonly string[],
  child: ChildProcess,
  options: ExecOptions,
  isPiped = false,
): Promise<ChildResult> {
  const limit = options.maxBytes ?? DEFAULT_MAX_BYTES
  const stdout = isPiped ? null : keep(child.stdout!, limit)
  const stderr = keep(child.stderr!, limit)
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      const message = isMissing
        ? `There is no program '${argv[0]!}'.`
        : `'${argv[0]!}' could not be started.`
      reject(
        suretyError('CHILD_FAILED', message, {
          detail: error.message,
          target: argv[0]!,
          cause: error,
        }),
      )
    })
    child.once('close', (code, signal) => {
      if (run.isDebug) logLine(run, 'debug', `exit ${code ?? signal} of ${JSON.stringify(argv)}`)
      resolve({ argv, exitCode: code ?? 128, signal, stdout: stdout?.() ?? '', stderr: stderr() })
    })
  })
}

/** Keeps the first `limit` bytes of a stream; drains the rest, because a full pipe blocks the child. */
function keep(stream: NodeJS.ReadableStream, limit: number): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    if (size < limit) chunks.push(chunk.subarray(0, limit - size))
    size += chunk.length
  })
  return () => Buffer.concat(chunks).toString('utf8')
}

function childFailure(results: readonly ChildResult[], stage: number) {
  const { argv, exitCode, signal, stderr } = results[stage]!
  const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
  return suretyError('CHILD_FAILED', `'${argv[0]!}' ${how}.`, {
    ...(stderr.trim() !== '' && { detail: stderr.trim().slice(-2000) }),
    target: argv[0]!,
    details: { stage, child_exit_code: exitCode, argv: [...argv] },
  })
}
