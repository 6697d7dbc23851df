import { createClient, toolKey } from '../../../client/index.ts'
import { isJsonObject } from '../../../contract/index.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import {
  callOptions,
  passThroughExits,
  toClientOptions,
  toolNameProblems,
} from '../run/call-options.ts'
import { isDone, toFailure } from '../run/tool-failure.ts'

const { dialect, timeout, retries, maxWait, journal, stateDir } = callOptions

/** Fetches and stores the manifest of a tool, which later decisions use. */
export const command = defineCommand({
  description: 'Asks a tool for its manifest and remembers it',
  danger: 'mutating',
  exitCodes: passThroughExits('The manifest is known'),
  errors: {
    NO_MANIFEST: {
      exit: 'PRECONDITION',
      description: 'The answer of the tool is not a manifest',
      retryable: false,
    },
  },
  args: {
    words: s.array(s.string()).min(1).describe('The words that start the tool, best after --'),
  },
  options: { dialect, timeout, retries, maxWait, journal, stateDir },
  examples: [{ description: 'One tool', command: 'surety memory learn -- deployer' }],
  validate: ({ args }) => toolNameProblems(args.words),
  timeoutMs: 0,
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const declared = { ...options, pages: undefined, safe: true, idempotent: false, memory: true }
    const client = createClient(await toClientOptions(declared, processEnv))
    const tool = toolKey(args.words, '.')
    const before = await client.memory.readManifest(tool)
    const call = client.learn(args.words, { signal: ctx.signal })
    ctx.onCleanup(async () => void (await call.catch(() => undefined)))
    const result = await call
    if (!isDone(result.outcome, result.verdict)) throw toFailure(result)
    const manifest = await client.memory.readManifest(tool)
    for (const { path, message } of client.memory.takeProblems()) ctx.warn(`${path} ${message}.`)
    if (manifest === null) {
      return ctx.fail('NO_MANIFEST', `The answer of ${tool} is not a manifest.`, { target: tool })
    }
    const { document, etag } = manifest
    const commands = isJsonObject(document) ? document['commands'] : undefined
    return {
      effect: before === null ? 'created' : before.etag === etag ? 'noop' : 'updated',
      tool,
      etag,
      commands: isJsonObject(commands) ? Object.keys(commands).length : 0,
    }
  },
})
