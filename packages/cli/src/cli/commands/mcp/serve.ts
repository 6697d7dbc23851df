import { setTimeout as sleep } from 'node:timers/promises'

import { createClient } from '@surety/client/unstable/client'
import type { LoadedProfile } from '@surety/check/unstable/conformance'
import { writtenChunks } from '@surety/internal/written-chunks.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { readInput } from '../../input/read-input.ts'
import { toolArgs } from '../check/kit-options.ts'
import { startOf } from '../wrap/wrap-start.ts'
import { limitedCallOptions, passThroughExits, toClientOptions } from '../run/call-options.ts'
import { count, examples, lasting, problemIf, text } from '../../input/option-kinds.ts'

/** How long a tool may take to turn out not to exist. */
const START_MS = 300

export const command = defineCommand({
  description: 'Serves any tool over MCP',
  // A client may call whatever the tool has.
  danger: 'mutating',
  mcp: false,
  exitCodes: passThroughExits('The client closed the session'),
  errors: { NO_COMMANDS: lasting('PRECONDITION', 'The commands of the tool are not known') },
  args: toolArgs,
  options: {
    profile: text('What may be called if the tool has no manifest: a profile of surety check'),
    tools: s
      .array(s.string().min(1))
      .split(',')
      .default([])
      .describe('Offers a tool for each command that matches, instead of four for all of them'),
    http: count('Port to serve HTTP at, on this machine; 0 for any', 0, 65_535).optional(),
    host: text('Another address to listen at; needs --http'),
    ...limitedCallOptions,
  },
  env: { SURETY_MCP_TOKEN: s.string().optional().secret().describe('Bearer token for HTTP') },
  filter: { protocol: 'mcp-stdio' },
  timeoutMs: 0,
  examples: examples({
    'Serve a tool with a manifest': 'surety mcp -- deployer',
    'Serve a program that surety knows': 'surety mcp -- gh',
    'Serve any other tool': 'surety mcp --profile git.surety.yaml',
  }),
  validate: ({ args, options }) => [
    ...problemIf(
      args.words.length === 0 && options.profile === undefined,
      '<words>',
      'MISSING_ARGUMENT',
      'The tool is missing: surety mcp -- <tool>, or --profile FILE.',
    ),
    ...problemIf(
      options.host !== undefined && options.http === undefined,
      '--host',
      'INVALID_VALUE',
      '--host needs --http.',
    ),
  ],
  run: async function* (ctx): AsyncGenerator<Uint8Array, undefined> {
    const { args, options, processEnv, signal } = ctx
    const described = options.profile === undefined ? null : await readProfile(options.profile)
    const seconds = described?.profile.timeout_seconds
    const tool = described
      ? {
          program: args.words.length > 0 ? args.words : described.command,
          name: described.profile.name,
          dialect: described.dialect ?? 'auto',
        }
      : await startOf(args.words)
    const dialect = options.dialect === 'auto' ? tool.dialect : options.dialect
    const clientOptions = await toClientOptions({ ...options, dialect }, processEnv)
    // Not at the start: the manifest loads this file, and the protocol takes longer than all other commands.
    const [{ serveOverHttp, serveOverLines }, { createForeignTool }] = await Promise.all([
      import('surety/unstable/mcp'),
      import('./foreign-tool.ts'),
    ])
    const failing = new AbortController()
    const ending = AbortSignal.any([signal, failing.signal])
    const served = createForeignTool({
      client: createClient(clientOptions),
      ownVersion: ctx.tool.version,
      tool,
      profile: described?.profile ?? null,
      options: {
        dialect: clientOptions.dialect ?? 'auto',
        ...(seconds !== undefined && { timeoutMs: seconds * 1000 }),
        ...(described && { env: described.env }),
        ...(described?.cwd !== undefined && { cwd: described.cwd }),
      },
      // A server without commands looks like one that works.
      report: (problem) =>
        ctx.fail('NO_COMMANDS', problem, {
          suggestion: `Give --profile FILE, or describe it: surety wrap init -- ${tool.name}`,
        }),
    })
    served.ready.catch((error: unknown) => failing.abort(error))
    const { tools, http: port, host = null } = options
    const serving = { tools, signal: ending }
    const token = ctx.env.SURETY_MCP_TOKEN ?? null
    yield* writtenChunks((target) =>
      port === undefined
        ? serveOverLines(served, serving, {
            input: readInput('-', ctx),
            write: (line) => new Promise((done) => target.write(line, () => done())),
          })
        : serveOverHttp(served, { ...serving, port, host, token }, (at) => {
            const shown = token ? 'the value of SURETY_MCP_TOKEN' : at.token
            process.stderr.write(`MCP at ${at.url}\nBearer token: ${shown}\n`)
          }),
    )
    // A session that is over at once must not hide that there is no tool.
    const waiting = sleep(START_MS, null, { ref: false })
    await Promise.race([served.ready.catch(() => null), waiting])
    if (failing.signal.aborted) throw failing.signal.reason
    await served.end()
    return undefined
  },
})

async function readProfile(path: string): Promise<LoadedProfile> {
  const { loadProfile } = await import('@surety/check/unstable/conformance')
  return loadProfile(path, process.cwd())
}
