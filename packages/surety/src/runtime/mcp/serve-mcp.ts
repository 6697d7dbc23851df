import { suretyError, SuretyError, type ErrorCode } from '../../contract/index.ts'
import { serveOverHttp, serveOverLines } from '../../mcp/index.ts'
import { servedCalls, stdinOfCall } from '../calls/active-calls.ts'
import { redactStderr, takeStdin } from '../calls/standard-streams.ts'
import { defineCli, loadCli, type Cli, type CliSource } from '../declare/cli.ts'
import { takesValue } from '../declare/framework-flags.ts'
import { dispatch } from '../lifecycle/dispatch.ts'
import { createNodeWorld, earlyGuard, endProcess } from '../process/node-world.ts'
import { catchNoise } from '../process/scoped-stdout-guard.ts'
import type { Signal, World } from '../process/world.ts'
import { createCliTool } from './cli-tool.ts'

/** Serves a tool over MCP until its caller leaves, and ends the process. */
export async function serveMcp(source: CliSource, argv: readonly string[]): Promise<void> {
  earlyGuard.end()
  const real = createNodeWorld(argv)
  const calls = servedCalls()
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
  const input = takeStdin(stdinOfCall).stdin as AsyncIterable<Uint8Array>
  const redact = (text: string): string => calls.redact(text)
  real.guardStdout((text) => catchNoise(text, (late) => void real.write('stderr', redact(late))))
  redactStderr(redact)
  const refuse = (problem: unknown, named?: Cli) => {
    const reject = () => Promise.reject<never>(problem)
    return fail(real, () => (named ? standIn(named, reject) : reject()))
  }
  let cli: Cli
  try {
    cli = await loadCli(source)
  } catch (error) {
    return refuse(error)
  }
  const request = parseMcpFlags(real.argv)
  if (request instanceof SuretyError) return refuse(request, cli)
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
    return refuse(error, cli)
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

/** Reads the flags of the server; returns the error if something is wrong with them. */
export function parseMcpFlags(argv: readonly string[]) {
  /** Patterns of commands that become a tool each. */
  const tools: string[] = []
  /** Words that every call begins with, such as a global option. */
  const words: string[] = []
  /** The port of HTTP; null for standard input and output. */
  let port: number | null = null
  /** The address to listen at; null for this machine alone. */
  let host: string | null = null
  for (let at = 0; at < argv.length; at += 1) {
    const token = argv[at]!
    const equals = token.indexOf('=')
    const name = equals < 0 ? token : token.slice(0, equals)
    if (name === '--mcp' && equals < 0) continue
    if (!/^--mcp(?:-|$)/.test(name)) {
      words.push(token)
      continue
    }
    if (!takesValue(name.slice(2)))
      return refusal('UNKNOWN_FLAG', `There is no option ${name}.`, `Use ${NAMES}.`)
    const value = equals < 0 ? argv[(at += 1)] : token.slice(equals + 1)
    if (value === undefined || value === '')
      return refusal('MISSING_VALUE', `${name} needs a value.`, `Give ${name} a value.`)
    if (name === '--mcp-tools') tools.push(...value.split(',').filter((part) => part !== ''))
    else if (name === '--mcp-host') host = value
    else if (/^\d{1,5}$/.test(value) && Number(value) < 65_536) port = Number(value)
    else {
      const message = `--mcp-http needs a port from 0 to 65535, not '${value.slice(0, 50)}'.`
      return refusal('INVALID_VALUE', message, 'Give --mcp-http a free port, or 0 for any.')
    }
  }
  if (host !== null && port === null)
    return refusal('INVALID_VALUE', '--mcp-host needs --mcp-http.', 'Add --mcp-http 0.')
  return { tools, port, host, words }
}

const NAMES = '--mcp, --mcp-tools, --mcp-http or --mcp-host'

function refusal(code: ErrorCode, message: string, suggestion: string): SuretyError {
  return suretyError(code, message, { phase: 'validation', suggestion })
}
