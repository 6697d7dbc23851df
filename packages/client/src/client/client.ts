import type { AnswerCache } from './call/answers/cache.ts'
import { performCall } from './call/call.ts'
import { CallTarget } from './call/call-target.ts'
import { createLimiter } from './call/limiter.ts'
import { toolOf } from './call/redirect/command-line.ts'
import { manifestData } from './manifest/manifest-document.ts'
import type { Memory, RememberedRedirect } from './memory/facts.ts'
import { ToolMemory } from './memory/tool-memory.ts'
import { placeOf, toolIdentity } from './process/tool-file.ts'
import type { ClientOptions, RunOptions } from './options.ts'
import type { Page, RunResult } from './result.ts'
import { resolveSettings, resolveWorld, toRunOptions, type World } from './settings.ts'
import { succeed } from 'surety/unstable/contract'
import { wholeCommands } from 'surety/unstable/description'

/** Runs tools and acts on their answers. */
export interface Client {
  /** Runs a command line until its final verdict. Throws on misuse only; every failure is an outcome. */
  run(argv: readonly string[], options?: RunOptions): Promise<RunResult>
  /** Yields the pages of a call on demand; the verdict of the last one says how the call ended. */
  pages(argv: readonly string[], options?: RunOptions): AsyncGenerator<Page, RunResult, undefined>
  /** Returns what `run` would start with, without starting it. */
  plan(argv: readonly string[], options?: RunOptions): Promise<Plan>
  /**
   * Asks a tool, given as the words that start it, for its manifest and remembers it. The tool does not
   * send a known manifest again if it is unchanged.
   */
  learn(program: readonly string[], options?: RunOptions): Promise<RunResult>
  readonly memory: Memory
  /** The options that it was made with; those of a call come on top. */
  readonly options: Readonly<ClientOptions>
}

/** What a call would start with. */
export interface Plan {
  readonly argv: readonly string[]
  readonly tool: string
  readonly dialect: string
  readonly applied_redirects: readonly RememberedRedirect[]
}

/**
 * Makes a client. Its calls share a memory, a journal and a limit of processes.
 *
 * @example
 * ```ts
 * import { createClient } from '@surety/client'
 *
 * const client = createClient({ dialect: 'auto', concurrency: 4 })
 * const { outcome, verdict } = await client.run(['deployer', 'list'], { safety: 'safe' })
 * if (verdict.kind === 'accept') console.log(outcome.data)
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const defaults = toRunOptions(options)
  const world = resolveWorld(options)
  const most = Math.max(1, Math.floor(options.concurrency ?? Number.POSITIVE_INFINITY) || 1)
  const limit = createLimiter(most)
  const perform = (argv: readonly string[], given: RunOptions, isLearning = false) => {
    const env = { ...defaults.env, ...given.env }
    const settings = resolveSettings(argv, { ...defaults, ...given, env })
    return performCall([...argv], { ...settings, isLearning }, world, limit)
  }
  const runToEnd = async (argv: readonly string[], given: RunOptions = {}, isLearning = false) => {
    const call = perform(argv, given, isLearning)
    for (;;) {
      const step = await call.next()
      if (step.done === true) return step.value
    }
  }
  return {
    run: (argv, given) => runToEnd(argv, given),
    learn: async (program, given = {}) => {
      const tool = given.tool ?? { program, name: toolOf(program).name }
      const place = placeOf({ ...defaults, ...given }, world.inheritedEnv)
      const cache = rememberedManifest(world.memory, toolIdentity(program, place) ?? '')
      const ask = (words: readonly string[]) =>
        runToEnd([...program, ...words], { safety: 'safe', ...given, tool, cache }, true)
      const usual = await ask(['manifest'])
      // Some tools print text or TOON unless they are asked for JSON.
      const isUnread = usual.outcome.ok && wholeCommands(manifestData(usual.outcome)) === undefined
      return isUnread ? ask(['manifest', '--format', 'json']) : usual
    },
    pages: (argv, given = {}) => perform(argv, { pages: 'all', ...given }),
    plan: (argv, given = {}) => planCall(argv, { ...defaults, ...given }, world),
    memory: world.memory,
    options: Object.freeze({ ...options, inheritedEnv: world.inheritedEnv }),
  }
}

/** Answers the question for a manifest with the one that is remembered, if the tool says that it is still the same. */
function rememberedManifest(memory: Memory, identity: string): AnswerCache {
  return {
    get: async () => {
      const known = await memory.readManifest(identity)
      return known ? { etag: known.etag, outcome: succeed({ data: known.document }) } : undefined
    },
    // The memory records every manifest that is read.
    set() {},
  }
}

async function planCall(argv: readonly string[], given: RunOptions, world: World): Promise<Plan> {
  const settings = resolveSettings(argv, given)
  const known = new ToolMemory(world.memory, () => undefined)
  const target = new CallTarget(argv, settings, known, placeOf(settings, world.inheritedEnv))
  await target.open()
  const { rememberedMove } = await import('./call/redirect/call-redirects.ts')
  const found = await rememberedMove(target, settings)
  const move = found?.doubt === undefined ? found : undefined
  const planned = move?.argv ?? argv
  const choice = typeof settings.dialect === 'string' ? settings.dialect : settings.dialect.id
  const remembered = known.dialectFor(target.argumentsOf(planned))
  return {
    argv: planned,
    tool: target.key,
    dialect: choice === 'auto' ? (remembered ?? 'auto') : choice,
    applied_redirects: move?.applied ?? [],
  }
}

/**
 * Runs a command line with a new client: spawn, read, decide, act, repeat.
 *
 * @example
 * ```ts
 * import { runTool } from '@surety/client'
 *
 * const { outcome, verdict, attempts } = await runTool(['git', 'status', '--porcelain'])
 * outcome.ok // git's exit code decides; its output is in outcome.data
 * ```
 */
export async function runTool(
  argv: readonly string[],
  options: ClientOptions = {},
): Promise<RunResult> {
  return createClient(options).run(argv)
}
