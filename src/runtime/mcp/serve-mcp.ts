import { suretyError } from '../../contract/index.ts'
import { serveOverHttp, serveOverLines } from '../../mcp/index.ts'
import { ActiveCalls } from '../calls/active-calls.ts'
import { redactStderr } from '../calls/redact-stderr.ts'
import { takeStdin } from '../calls/taken-stdin.ts'
import { defineCli, type Cli } from '../declare/cli.ts'
import { loadCli, type CliSource } from '../declare/cli.ts'
import { dispatch } from '../lifecycle/dispatch.ts'
import { earlyGuard } from '../process/early-guard.ts'
import { endProcess } from '../process/end-process.ts'
import { interceptExitCalls } from '../process/intercept-exit.ts'
import { createNodeWorld } from '../process/node-world.ts'
import { catchNoise } from '../process/scoped-stdout-guard.ts'
import type { Signal, World } from '../process/world.ts'
import { createCliTool } from './cli-tool.ts'
import { parseMcpFlags } from './mcp-flags.ts'

/** Serves a tool over MCP until its caller leaves, and ends the process. */
export async function serveMcp(source: CliSource, argv: readonly string[]): Promise<void> {
  earlyGuard.end()
  const real = interceptExitCalls(createNodeWorld(argv))
  const calls = new ActiveCalls()
  const closing = new AbortController()
  let signal: Signal | null = null
  real.onInterruption((by) => {
    if (by.kind === 'stuck') return
    if (by.kind === 'signal') {
      signal = by.signal
      calls.interruptAll(by)
      closing.abort()
    } else if (calls.blameSurely(by.error) !== 'call') {
      const problem = calls.describeLate(by.error)
      if (problem !== null) void real.write('stderr', `[ERROR] ${problem}\n`)
    }
  })
  const input = takeStdin().stdin as AsyncIterable<Uint8Array>
  const redact = (text: string): string => calls.redact(text)
  real.guardStdout((text) => catchNoise(text, (late) => void real.write('stderr', redact(late))))
  redactStderr(redact)
  let cli: Cli
  try {
    cli = await loadCli(source)
  } catch (error) {
    return fail(real, () => {
      throw error
    })
  }
  const request = parseMcpFlags(real.argv)
  if (typeof request === 'string')
    return fail(real, () =>
      standIn(cli, () => {
        throw suretyError('INVALID_VALUE', request, { phase: 'validation', retryable: false })
      }),
    )
  await real.guardChildren?.()
  const { tools, words, port, host } = request
  const tool = createCliTool(cli, { real, calls, words, isStdio: port === null })
  const options = { tools, signal: closing.signal }
  if (port === null) {
    if (real.isStdinTty) void real.write('stderr', hintFor(tool.name))
    const write = (line: string) => real.write('stdout', line)
    await serveOverLines(tool, options, { input, write })
    await calls.endAll({ kind: 'signal', signal: signal ?? 'SIGTERM' })
    return leave(cli, real, signal)
  }
  const variable = `${cli.envPrefix}_MCP_TOKEN`
  const token = real.env[variable] || null
  try {
    await serveOverHttp(tool, { ...options, port, host, token }, (at) => {
      const shown = token === null ? at.token : `the value of ${variable}`
      void real.write('stderr', `MCP at ${at.url}\nBearer token: ${shown}\n`)
    })
  } catch (error) {
    return fail(real, () => {
      throw error
    })
  }
  await calls.endAll({ kind: 'signal', signal: signal ?? 'SIGTERM' })
  await leave(cli, real, signal)
}

/** Says what is going on to a person, who sees nothing else. */
function hintFor(name: string): string {
  return `${name} serves MCP on stdin and stdout, for a client that starts it. Press Ctrl-C to end it.\n`
}

/** Answers on stderr, because stdout is for the protocol alone, and ends the process. */
async function fail(real: World, source: CliSource, more: Partial<World> = {}): Promise<void> {
  const write: World['write'] = (_stream, text) => real.write('stderr', text)
  const { exitCode } = await dispatch(source, { ...real, argv: [], write, ...more })
  await endProcess(real, exitCode)
}

/** Ends the process after a session; after a signal like every other call that one ends. */
async function leave(cli: Cli, real: World, signal: Signal | null): Promise<void> {
  if (signal === null) return endProcess(real, 0)
  const onInterruption: World['onInterruption'] = (tell) => {
    queueMicrotask(() => tell({ kind: 'signal', signal }))
    return () => {}
  }
  await fail(real, () => standIn(cli, () => new Promise<never>(() => {})), { onInterruption })
}

/** Makes a tool that does one thing, in the name and dialect of the real one. */
function standIn({ declaration }: Cli, run: () => never | Promise<never>): Cli {
  const { name, version, dialect, contract, exitByCode } = declaration
  return defineCli({
    name,
    version,
    ...(dialect !== undefined && { dialect }),
    ...(contract && { contract }),
    ...(exitByCode && { exitByCode }),
    run,
  })
}
