import { Readable } from 'node:stream'

import { suretyError } from '../../contract/index.ts'
import { serveOverHttp, serveOverLines } from '../../mcp/index.ts'
import { defineCli, type Cli } from '../declare/cli.ts'
import { loadCli, type CliSource } from '../declare/cli-source.ts'
import { dispatch } from '../lifecycle/dispatch.ts'
import { earlyGuard } from '../process/early-guard.ts'
import { endProcess } from '../process/end-process.ts'
import { interceptExitCalls } from '../process/intercept-exit.ts'
import { createNodeWorld } from '../process/node-world.ts'
import { catchNoise } from '../process/scoped-stdout-guard.ts'
import type { Signal, World } from '../process/world.ts'
import { describeThrown } from '../run/describe-error.ts'
import { ActiveCalls } from './active-calls.ts'
import { createCliTool } from './cli-tool.ts'
import { parseMcpFlags } from './mcp-flags.ts'

/** The numbers by which a shell knows that a signal ended a process. */
const SIGNAL_NUMBERS: Readonly<Record<Signal, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGTERM: 15,
}

/** Serves a tool over MCP until its caller leaves, and ends the process. */
export async function serveMcp(source: CliSource): Promise<void> {
  earlyGuard.end()
  const real = interceptExitCalls(createNodeWorld())
  const calls = new ActiveCalls()
  const closing = new AbortController()
  let exitCode = 0
  real.onInterruption((by) => {
    if (by.kind === 'stuck') return
    if (by.kind === 'signal') {
      exitCode = 128 + SIGNAL_NUMBERS[by.signal]
      calls.interruptAll(by)
      closing.abort()
    } else if (!calls.interruptCurrent(by)) {
      void real.write('stderr', `[ERROR] outside of a call: ${describeThrown(by.error)}\n`)
    }
  })
  const input = takeStdin()
  real.guardStdout((text) => catchNoise(text, (noise) => void real.write('stderr', noise)))
  let cli: Cli
  try {
    cli = await loadCli(source)
  } catch (error) {
    return fail(real, () => {
      throw error
    })
  }
  const request = parseMcpFlags(real.argv)
  if (typeof request === 'string') return fail(real, () => refusing(cli, request))
  await real.guardChildren?.()
  const { tools, words, port, host } = request
  const tool = createCliTool(cli, { real, calls, words, isStdio: port === null })
  const options = { tools, signal: closing.signal }
  if (port === null) {
    if (real.isStdinTty) void real.write('stderr', hintFor(tool.name))
    const write = (line: string) => real.write('stdout', line)
    await serveOverLines(tool, options, { input, write })
    return endProcess(real, exitCode)
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
  await endProcess(real, exitCode)
}

/** Says what is going on to a person, who sees nothing else. */
function hintFor(name: string): string {
  return `${name} serves MCP on stdin and stdout, for a client that starts it. Press Ctrl-C to end it.\n`
}

/** Takes standard input for the channel; a handler that reads it finds nothing. */
function takeStdin(): AsyncIterable<Uint8Array> {
  const { stdin } = process
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([]) })
  return stdin as AsyncIterable<Uint8Array>
}

/** Answers like every other call that cannot begin, and ends the process. */
async function fail(real: World, source: CliSource): Promise<void> {
  const { exitCode } = await dispatch(source, { ...real, argv: [] })
  await endProcess(real, exitCode)
}

/** Makes a tool that refuses its flags, in the name and dialect of the real one. */
function refusing({ declaration }: Cli, problem: string): Cli {
  const { name, version, dialect, contract, exitByCode } = declaration
  return defineCli({
    name,
    version,
    ...(dialect !== undefined && { dialect }),
    ...(contract && { contract }),
    ...(exitByCode && { exitByCode }),
    run: () => {
      throw suretyError('INVALID_VALUE', problem, { phase: 'validation', retryable: false })
    },
  })
}
