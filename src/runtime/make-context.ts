import { SuretyError, type JsonValue } from '../contract/index.ts'
import type { Context, PageRequest } from './context.ts'
import { makeFailure, toErrorFacts, type FailureFacts } from './failure.ts'
import { createLogger } from './log.ts'
import type { NextStep } from './next-step.ts'
import type { ParsedInput } from './parsed-input.ts'
import { createProgress } from './progress.ts'
import { mark, type NotModified, type Page, type Typed } from './result.ts'
import { commandName, signalOf, type Run } from './run.ts'

/** A context whose types are those of no command in particular. */
export type AnyContext = Context<
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>,
  string
>

/** Makes what a handler is given. Members that cost something are made when they are first used. */
export function makeContext(run: Run, input: ParsedInput): AnyContext {
  const { cli, world } = run
  const { name, version } = cli.declaration
  return {
    args: input.args,
    options: input.options,
    env: input.env,
    globals: input.globals,
    command: commandName(run),
    tool: { name, version },
    contractVersion: run.output.version,
    get signal() {
      return signalOf(run)
    },
    deadline:
      run.timeoutMs === 0 ? null : world.now().getTime() + run.timeoutMs - run.duration.elapsed(),
    timeoutMs: run.timeoutMs,
    connectTimeoutMs: input.framework.connectTimeoutMs,
    isDryRun: run.isDryRun,
    isInteractive: input.framework.isInteractive,
    isHeadless: run.isHeadless,
    page: pageOf(input.framework.page),
    etag: input.framework.etag,
    token: input.framework.token,
    fail: (code: string, message: string, facts?: FailureFacts): never => {
      throw makeFailure(
        commandName(run),
        [run.command?.checked.errors ?? {}, cli.errors],
        code,
        message,
        facts,
      )
    },
    failWith: (exit, message, facts: FailureFacts = {}): never => {
      throw new SuretyError(exit, exit, message, toErrorFacts(facts))
    },
    warn: (message: string) => void run.warnings.push(message),
    get log() {
      return createLogger(run)
    },
    get progress() {
      return createProgress(run)
    },
    typed: <Data>(type: string, data: Data): Typed<Data> => mark({ kind: 'typed', type, data }),
    notModified: (etag: string): NotModified => mark({ kind: 'not-modified', etag }),
    next: (step: NextStep) => void run.nextSteps.push(step),
    effect: (effect) => {
      run.effect = effect
    },
    note: (member: string, value: JsonValue) => {
      run.meta[member] = value
    },
    exec: async (argv, options) => (await import('./spawn.ts')).exec(run, argv, options),
    pipe: async (...stages) => (await import('./spawn.ts')).pipe(run, stages),
    open: async (target) => (await import('./open-target.ts')).openTarget(run, target),
    get prompt() {
      return promptOf(run, input)
    },
    stdin: () => input.framework.stdin ?? '',
    config: async () =>
      (await import('./config-store.ts')).openConfig(run, input.framework.isGlobal),
    tempDir: async () => (await import('./temp-dir.ts')).makeTempDir(run),
    onCleanup: (hook) => void run.cleanups.push(hook),
    now: world.now,
    variables: world.env,
  }
}

function pageOf(request: PageRequest): AnyContext['page'] {
  const page = <Item>(given: {
    readonly items: readonly Item[]
    readonly total?: number | null
    readonly next?: string | number | null
  }): Page<Item> =>
    mark({ kind: 'page', items: given.items, total: given.total ?? null, next: given.next ?? null })
  return Object.assign(page, request)
}

function promptOf(run: Run, input: ParsedInput): AnyContext['prompt'] {
  const load = async () => (await import('./ask.ts')).createPrompt(run, input.framework)
  return {
    text: async (message, question) => (await load()).text(message, question),
    confirm: async (message, question) => (await load()).confirm(message, question),
    select: async (message, choices, question) => (await load()).select(message, choices, question),
  }
}
