import { setTimeout as sleep } from 'node:timers/promises'

import { createClient, toolOf, type ToolName } from '../../../client/index.ts'
import type { LoadedProfile } from '../../../conformance/index.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { readInput } from '../../input/read-input.ts'
import { callOptions, passThroughExits, toClientOptions } from '../run/call-options.ts'

/** How long a tool may take to turn out not to exist. */
const START_MS = 300

const { dialect, timeout, retries, maxWait, journal, stateDir } = callOptions

/** Serves a tool that was not written with us. */
export const command = defineCommand({
  description: 'Serves any tool over MCP',
  // A client may call whatever the tool has.
  danger: 'mutating',
  mcp: false,
  exitCodes: passThroughExits('The client closed the session'),
  args: {
    words: s
      .array(s.string())
      .default([])
      .describe('The words that start the tool, best after --; default those of the profile'),
  },
  options: {
    profile: s
      .string()
      .min(1)
      .optional()
      .describe('What may be called if the tool has no manifest: a profile of surety check'),
    tools: s
      .array(s.string().min(1))
      .split(',')
      .default([])
      .describe('Offers a tool for each command that matches, instead of four for all of them'),
    http: s
      .integer()
      .min(0)
      .max(65_535)
      .optional()
      .describe('Port to serve HTTP at, on this machine; 0 for any'),
    host: s.string().min(1).optional().describe('Another address to listen at; needs --http'),
    dialect,
    timeout,
    retries,
    maxWait,
    journal,
    stateDir,
  },
  env: { SURETY_MCP_TOKEN: s.string().optional().secret().describe('Bearer token for HTTP') },
  filter: 'protocol',
  protocol: 'mcp-stdio',
  timeoutMs: 0,
  examples: [
    { description: 'A tool with a manifest', command: 'surety mcp -- deployer' },
    { description: 'Any other tool', command: 'surety mcp --profile git.surety.yaml' },
  ],
  validate: ({ args, options }) => [
    ...(args.words.length === 0 && options.profile === undefined
      ? [
          {
            param: '<words>',
            code: 'MISSING_ARGUMENT',
            message: 'The tool is missing: surety mcp -- <tool>, or --profile FILE.',
          },
        ]
      : []),
    ...(options.host !== undefined && options.http === undefined
      ? [{ param: '--host', code: 'INVALID_VALUE', message: '--host needs --http.' }]
      : []),
  ],
  run: async function* (ctx): AsyncGenerator<Uint8Array, undefined> {
    const { args, options, processEnv, signal } = ctx
    const described = options.profile === undefined ? null : await readProfile(options.profile)
    const declared = { ...options, pages: undefined, safe: false, idempotent: false, memory: true }
    const own = described?.dialect
    const seconds = described?.profile.timeout_seconds
    const clientOptions = await toClientOptions(
      own === undefined || options.dialect !== 'auto' ? declared : { ...declared, dialect: own },
      processEnv,
    )
    const tool =
      args.words.length > 0
        ? toolNamed(args.words)
        : { program: described!.command, name: described!.profile.name }
    // Not at the start: the manifest loads this file, and the protocol takes longer than all other commands.
    const [{ serveOverHttp, serveOverLines }, { createForeignTool, createLineQueue }] =
      await Promise.all([import('../../../mcp/index.ts'), import('./foreign-tool.ts')])
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
      report: (problem) => ctx.log.warn(problem),
    })
    served.ready.catch((error: unknown) => failing.abort(error))
    const queue = createLineQueue()
    const serving =
      options.http === undefined
        ? serveOverLines(
            served,
            { tools: options.tools, signal: ending },
            { input: copied(readInput('-', ctx)), write: queue.push },
          )
        : serveOverHttp(
            served,
            {
              tools: options.tools,
              signal: ending,
              port: options.http,
              host: options.host ?? null,
              token: ctx.env.SURETY_MCP_TOKEN ?? null,
            },
            ({ url, token }) => {
              const shown = ctx.env.SURETY_MCP_TOKEN ? 'the value of SURETY_MCP_TOKEN' : token
              process.stderr.write(`MCP at ${url}\nBearer token: ${shown}\n`)
            },
          )
    yield* queue.until(serving)
    // A session that is over at once must not hide that there is no tool.
    const waiting = sleep(START_MS, null, { ref: false })
    await Promise.race([served.ready.catch(() => null), waiting])
    if (failing.signal.aborted) throw failing.signal.reason
    await served.end()
    return undefined
  },
})

/** The words that start a tool are all that were given, an interpreter and its script included. */
function toolNamed(words: readonly string[]): ToolName {
  return { program: words, name: toolOf(words).name }
}

async function readProfile(path: string): Promise<LoadedProfile> {
  const { loadProfile } = await import('../../../conformance/index.ts')
  return loadProfile(path, process.cwd())
}

/** Copies chunks, because their reader shares one buffer between them. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}
