import {
  createClient,
  createFileMemory,
  filesOf,
  lastPart,
  placeOf,
  toolIdentity,
  toolKey,
  type ListedTool,
  type Memory,
} from '@surety/client/unstable/client'
import { objectOf, isJsonObject } from 'surety/unstable/contract'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { defineCommand, defineGroup } from 'surety/unstable/runtime'
import { stateFoldersOf, stateOptions } from '../state-folder.ts'
import {
  limitedCallOptions,
  passThroughExits,
  toClientOptions,
  toolNameProblems,
} from './run/call-options.ts'
import { isDone, toFailure } from './run/tool-failure.ts'
import { examples, flag, lasting, problemIf, text, words } from '../input/option-kinds.ts'

const list = defineCommand({
  description: 'Lists what was learnt about tools',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The tools are listed' },
  options: stateOptions,
  view: (tools) => (tools as unknown as readonly ListedTool[]).map(toColumns),
  run: async ({ options, processEnv, warn }) => {
    const memory = memoryOf(options.stateDir, processEnv)
    const tools = await memory.list()
    for (const { path, message } of memory.takeProblems()) warn(`${path} ${message}.`)
    return tools.map(({ tool, ...known }) => ({ tool: filesOf(tool), ...known }))
  },
})

function toColumns(tool: ListedTool): object {
  const modes = tool.modes.map(({ flags, dialect }) => `${flags}: ${dialect}`)
  const moved = tool.redirects.map(({ from, to }) => `${quoteWords(from)} → ${quoteWords(to)}`)
  const notices = tool.notices.map(({ text }) => text)
  const joined = (texts: readonly string[]) => texts.join('; ') || null
  return { ...tool, modes: joined(modes), redirects: joined(moved), notices: joined(notices) }
}

const learn = defineCommand({
  description: 'Asks a tool for its manifest and remembers it',
  danger: 'mutating',
  exitCodes: passThroughExits('The manifest is known'),
  errors: {
    NO_MANIFEST: lasting('PRECONDITION', 'The answer of the tool is not a manifest'),
  },
  args: { words: words('The tool and its leading arguments, after --') },
  options: limitedCallOptions,
  examples: examples({ 'Learn one tool': 'surety memory learn -- deployer' }),
  validate: ({ args }) => toolNameProblems(args.words),
  timeoutMs: 0,
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const client = createClient(await toClientOptions({ ...options, safe: true }, processEnv))
    const tool = toolKey(args.words, '.')
    const key = toolIdentity(args.words, placeOf({}, processEnv)) ?? ''
    const before = await client.memory.readManifest(key)
    const call = client.learn(args.words, { signal: ctx.signal })
    ctx.onCleanup(async () => void (await call.catch(() => undefined)))
    const result = await call
    // A program without an envelope does not know the question.
    const isPlain =
      result.outcome.meta['wrapped'] === true && result.verdict.reason !== 'PROGRAM_MISSING'
    if (!isDone(result.outcome, result.verdict) && !isPlain) throw toFailure(result)
    const manifest = await client.memory.readManifest(key)
    for (const { path, message } of client.memory.takeProblems()) ctx.warn(`${path} ${message}.`)
    if (manifest === null) {
      return ctx.fail(
        'NO_MANIFEST',
        `${tool} has no manifest: '${quoteWords(args.words)} manifest' does not print one.`,
        { target: tool },
      )
    }
    const { document, etag } = manifest
    const commands = objectOf(document)['commands']
    return {
      effect: before === null ? 'created' : before.etag === etag ? 'noop' : 'updated',
      tool,
      etag,
      commands: isJsonObject(commands) ? Object.keys(commands).length : 0,
    }
  },
})

const forget = defineCommand({
  description: 'Forgets what was learnt about a tool',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'The tool is forgotten' },
  args: { tool: text('Name or path of the tool, as shown by memory list') },
  options: { all: flag('Forgets every tool'), ...stateOptions },
  examples: examples({
    'Forget one tool': 'surety memory forget deployer',
    'Forget everything': 'surety memory forget --all',
  }),
  validate: ({ args, options }) =>
    problemIf(
      (args.tool === undefined) !== options.all,
      '<tool>',
      'MISSING_ARGUMENT',
      options.all ? 'Name a tool or give --all, not both.' : 'Name a tool, or give --all.',
    ),
  dryRun: async ({ args, options, processEnv }) => {
    const tools = await matching(memoryOf(options.stateDir, processEnv), args.tool)
    return { effect: 'would_delete', would_affect: { tools: tools.map(filesOf) } }
  },
  run: async ({ args, options, processEnv }) => {
    const memory = memoryOf(options.stateDir, processEnv)
    const tools = await matching(memory, args.tool)
    for (const tool of tools) await memory.forget(tool)
    return { effect: tools.length > 0 ? 'deleted' : 'noop', tools: tools.map(filesOf) }
  },
})

function memoryOf(given: string | undefined, env: NodeJS.ProcessEnv): Memory {
  return createFileMemory(stateFoldersOf(given, env).memory)
}

async function matching(memory: Memory, name: string | undefined): Promise<string[]> {
  const known = (await memory.list()).map(({ tool }) => tool)
  if (name === undefined) return known
  const exact = known.filter((tool) =>
    [name, toolKey(name.split(' '), '.')].includes(filesOf(tool)),
  )
  return exact.length > 0 ? exact : known.filter((tool) => lastPart(filesOf(tool)) === name)
}

export const group = defineGroup({
  description: 'Lists, adds or forgets what surety knows about tools',
  commands: { list, learn, forget },
})
