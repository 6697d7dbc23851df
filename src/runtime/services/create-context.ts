import { defect, SuretyError, type JsonValue } from '../../contract/index.ts'
import type { AnyContext, PageRequest } from '../handler/context.ts'

export type { AnyContext }
import { makeFailure, toErrorFacts } from '../declare/exits/error-declarations.ts'
import type { FailureFacts } from '../handler/failure-facts.ts'
import { createLogger } from './log.ts'
import type { NextStep } from '../handler/next-step.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import { createProgress } from './progress.ts'
import {
  mark,
  type NotModifiedResult,
  type PageResult,
  type TypedResult,
} from '../handler/handler-result.ts'
import { commandName, signalOf, type Run } from '../run/run-state.ts'
import { describeThrown } from '../run/errors/describe-error.ts'

const refuseLines = (): never => {
  throw defect(
    'STDIN_UNDECLARED',
    "the command reads lines and must declare stdin: 'lines' or 'records'",
  )
}
const NO_READER = { lines: refuseLines, records: refuseLines }

/**
 * The context of a handler. Data are own members. Functions are created by getters on first use, and
 * handlers can destructure them.
 */
class RunContext {
  // Declared alone: the constructor sets them, and defining them first would take time in every call.
  declare readonly args: AnyContext['args']
  declare readonly options: AnyContext['options']
  declare readonly env: AnyContext['env']
  declare readonly globals: AnyContext['globals']
  declare readonly command: string
  declare readonly contractVersion: string | null
  declare readonly timeoutMs: number
  declare readonly connectTimeoutMs: number
  declare readonly isDryRun: boolean
  declare readonly isInteractive: boolean
  declare readonly isHeadless: boolean
  declare readonly etag: string | null
  declare readonly token: string | null
  readonly #run: Run
  readonly #input: ParsedInput

  constructor(run: Run, input: ParsedInput, isDryRun: boolean) {
    this.args = input.args
    this.options = input.options
    this.env = input.env
    this.globals = input.globals
    this.command = commandName(run)
    this.contractVersion = run.output.version
    this.timeoutMs = run.timeoutMs
    this.connectTimeoutMs = input.framework.connectTimeoutMs
    this.isDryRun = isDryRun
    this.isInteractive = input.framework.isInteractive
    this.isHeadless = run.isHeadless
    this.etag = input.framework.etag
    this.token = input.framework.token
    this.#run = run
    this.#input = input
  }

  static runOf(context: AnyContext): Run {
    return (context as unknown as RunContext).#run
  }

  get tool(): AnyContext['tool'] {
    const { name, version } = this.#run.cli.declaration
    return { name, version }
  }

  get setup(): unknown {
    return this.#run.setup
  }

  get idempotencyKey(): string | null {
    return (this.#input.flags['idempotencyKey'] as string | undefined) ?? null
  }

  get tokenLimit(): number | null {
    const { tokenLimit } = this.#input.flags
    return typeof tokenLimit === 'number' ? tokenLimit : null
  }

  get signal(): AbortSignal {
    return signalOf(this.#run)
  }

  get deadline(): number | null {
    const { timeoutMs, world, duration, pause } = this.#run
    if (timeoutMs === 0) return null
    return world.now().getTime() + timeoutMs + pause.ms - duration.elapsed()
  }

  get page(): AnyContext['page'] {
    return pageOf(this.#input.framework.page)
  }

  get fail(): AnyContext['fail'] {
    const run = this.#run
    return (code: string, message: string, facts?: FailureFacts): never => {
      const tables = [run.command?.declaration.errors, run.cli.declaration.errors]
      throw makeFailure(commandName(run), tables, code, message, facts)
    }
  }

  get failWith(): AnyContext['failWith'] {
    return (exit, message, facts: FailureFacts = {}): never => {
      throw new SuretyError(exit, exit, message, toErrorFacts(facts))
    }
  }

  get warn(): AnyContext['warn'] {
    const run = this.#run
    return (message, context) => {
      // Authors without TypeScript also pass Error objects.
      const text = typeof message === 'string' ? message : describeThrown(message)
      run.warnings.push(text)
      if (context) (run.warningContexts ??= new Map()).set(text, context)
    }
  }

  get checkpoint(): AnyContext['checkpoint'] {
    return this.#run.work?.checkpoint ?? keepNothing
  }

  get restore(): AnyContext['restore'] {
    return this.#run.work?.restore ?? keepNothing
  }

  get log(): AnyContext['log'] {
    return createLogger(this.#run)
  }

  get progress(): AnyContext['progress'] {
    return createProgress(this.#run)
  }

  get withType(): AnyContext['withType'] {
    return <Data>(type: string, data: Data): TypedResult<Data> =>
      mark({ kind: 'typed', type, data })
  }

  get notModified(): AnyContext['notModified'] {
    return (etag: string): NotModifiedResult => mark({ kind: 'not-modified', etag })
  }

  get suggestNext(): AnyContext['suggestNext'] {
    const { nextSteps } = this.#run
    return (step: NextStep) => void nextSteps.push(step)
  }

  get effect(): AnyContext['effect'] {
    const run = this.#run
    return (effect) => {
      run.effect = effect
    }
  }

  get addMeta(): AnyContext['addMeta'] {
    const { meta, warnings } = this.#run
    return (member: string, value: JsonValue) => {
      try {
        meta[member] = JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue
      } catch {
        // A value that JSON cannot hold must not fail the command.
        warnings.push(`meta.${member} was left out because it cannot be written as JSON.`)
      }
    }
  }

  get exec(): AnyContext['exec'] {
    const run = this.#run
    const input = this.#input
    return async (argv, options) =>
      (await import('./children/exec.ts')).exec(run, input, argv, options)
  }

  get pipe(): AnyContext['pipe'] {
    const run = this.#run
    const input = this.#input
    return async (...stages) => (await import('./children/exec.ts')).pipe(run, input, stages)
  }

  get open(): AnyContext['open'] {
    const run = this.#run
    return async (target) => (await import('./open-target.ts')).openTarget(run, target)
  }

  get prompt(): AnyContext['prompt'] {
    return promptOf(this.#run, this.#input)
  }

  get stdin(): AnyContext['stdin'] {
    const { stdin } = this.#input.framework
    return () => stdin ?? ''
  }

  get lines(): AnyContext['lines'] {
    return (this.#input.framework.reader ?? NO_READER).lines
  }

  get records(): AnyContext['records'] {
    return (this.#input.framework.reader ?? NO_READER).records
  }

  get config(): AnyContext['config'] {
    const run = this.#run
    const { isGlobal } = this.#input.framework
    return async () => (await import('./config/config-store.ts')).openConfig(run, isGlobal)
  }

  get tempDir(): AnyContext['tempDir'] {
    const run = this.#run
    return async () => (await import('./temp-dir.ts')).makeTempDir(run)
  }

  get onCleanup(): AnyContext['onCleanup'] {
    const { cleanups } = this.#run
    return (hook) => void cleanups.push(hook)
  }

  get onInterrupt(): AnyContext['onInterrupt'] {
    return (answer) => void (this.#run.interruptAnswer = answer)
  }

  get now(): AnyContext['now'] {
    return this.#run.world.now
  }

  get processEnv(): AnyContext['processEnv'] {
    return this.#run.world.env
  }
}

/** Makes the context of a handler; with `isDryRun` set for a preview. */
export function makeContext(run: Run, input: ParsedInput, isDryRun = run.isDryRun): AnyContext {
  return new RunContext(run, input, isDryRun)
}

/** Returns the run that a context belongs to, for ways into a tool that need more than a handler. */
export function runOf(context: AnyContext): Run {
  return RunContext.runOf(context)
}

function pageOf(request: PageRequest): AnyContext['page'] {
  const page = <Item>(given: {
    readonly items: readonly Item[]
    readonly total?: number | null
    readonly next?: string | number | null
  }): PageResult<Item> =>
    mark({ kind: 'page', items: given.items, total: given.total ?? null, next: given.next ?? null })
  return Object.assign(page, request)
}

function promptOf(run: Run, input: ParsedInput): AnyContext['prompt'] {
  const load = async () => (await import('./prompt.ts')).createPrompt(run, input.framework)
  return {
    text: async (message, question) => (await load()).text(message, question),
    confirm: async (message, question) => (await load()).confirm(message, question),
    select: async (message, choices, question) => (await load()).select(message, choices, question),
  }
}

/** The state of work that ends with its call. */
async function keepNothing(): Promise<undefined> {}
