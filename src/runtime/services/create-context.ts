import { defect, SuretyError, type JsonValue } from '../../contract/index.ts'
import type { AnyContext, PageRequest } from '../handler/context.ts'

export type { AnyContext }
import { makeFailure, toErrorFacts } from '../declare/exits/error-declarations.ts'
import type { FailureFacts } from '../handler/failure-facts.ts'
import { createLogger } from './log.ts'
import type { NextStep } from '../handler/next-step.ts'
import type { Call } from '../run/call.ts'
import { createProgress } from './progress.ts'
import {
  mark,
  type NotModifiedResult,
  type PageResult,
  type TypedResult,
} from '../handler/handler-result.ts'
import { commandName, isHeadless, type Run } from '../run/run-state.ts'
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
  readonly #call: Call

  constructor(call: Call, isDryRun: boolean) {
    const { run, input } = call
    this.args = input.args
    this.options = input.options
    this.env = input.env
    this.globals = input.globals
    this.command = commandName(run)
    this.contractVersion = run.output.version
    this.timeoutMs = run.limit.timeoutMs
    this.connectTimeoutMs = input.framework.connectTimeoutMs
    this.isDryRun = isDryRun
    this.isInteractive = input.framework.isInteractive
    this.isHeadless = isHeadless(run.world)
    this.etag = input.framework.etag
    this.token = input.framework.token
    this.#call = call
  }

  static runOf(context: AnyContext): Run {
    return (context as unknown as RunContext).#call.run
  }

  get tool(): AnyContext['tool'] {
    const { name, version } = this.#call.run.cli.declaration
    return { name, version }
  }

  get setup(): unknown {
    return this.#call.setup
  }

  get idempotencyKey(): string | null {
    return (this.#call.input.flags['idempotencyKey'] as string | undefined) ?? null
  }

  get tokenLimit(): number | null {
    const { tokenLimit } = this.#call.input.flags
    return typeof tokenLimit === 'number' ? tokenLimit : null
  }

  get signal(): AbortSignal {
    return this.#call.run.signal
  }

  get deadline(): number | null {
    const { limit, world } = this.#call.run
    return limit.deadline(world.now().getTime())
  }

  get page(): AnyContext['page'] {
    return pageOf(this.#call.input.framework.page)
  }

  get fail(): AnyContext['fail'] {
    const run = this.#call.run
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
    const run = this.#call.run
    return (message, context) => {
      // Authors without TypeScript also pass Error objects.
      const text = typeof message === 'string' ? message : describeThrown(message)
      run.warnings.push(text)
      if (context) run.notes.warningContexts.set(text, context)
    }
  }

  get checkpoint(): AnyContext['checkpoint'] {
    return this.#call.work?.checkpoint ?? keepNothing
  }

  get restore(): AnyContext['restore'] {
    return this.#call.work?.restore ?? keepNothing
  }

  get log(): AnyContext['log'] {
    return createLogger(this.#call.run)
  }

  get progress(): AnyContext['progress'] {
    return createProgress(this.#call)
  }

  get withType(): AnyContext['withType'] {
    return <Data>(type: string, data: Data): TypedResult<Data> =>
      mark({ kind: 'typed', type, data })
  }

  get notModified(): AnyContext['notModified'] {
    return (etag: string): NotModifiedResult => mark({ kind: 'not-modified', etag })
  }

  get suggestNext(): AnyContext['suggestNext'] {
    const { nextSteps } = this.#call.run.notes
    return (step: NextStep) => void nextSteps.push(step)
  }

  get effect(): AnyContext['effect'] {
    const run = this.#call.run
    return (effect) => {
      run.notes.setEffect(effect)
    }
  }

  get addMeta(): AnyContext['addMeta'] {
    const { meta, warnings } = this.#call.run
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
    const run = this.#call.run
    const input = this.#call.input
    return async (argv, options) =>
      (await import('./children/exec.ts')).exec(run, input, argv, options)
  }

  get pipe(): AnyContext['pipe'] {
    const run = this.#call.run
    const input = this.#call.input
    return async (...stages) => (await import('./children/exec.ts')).pipe(run, input, stages)
  }

  get open(): AnyContext['open'] {
    const run = this.#call.run
    return async (target) => (await import('./open-target.ts')).openTarget(run, target)
  }

  get prompt(): AnyContext['prompt'] {
    return promptOf(this.#call)
  }

  get stdin(): AnyContext['stdin'] {
    const { stdin } = this.#call.input.framework
    return () => stdin ?? ''
  }

  get lines(): AnyContext['lines'] {
    return (this.#call.input.framework.reader ?? NO_READER).lines
  }

  get records(): AnyContext['records'] {
    return (this.#call.input.framework.reader ?? NO_READER).records
  }

  get config(): AnyContext['config'] {
    const run = this.#call.run
    const { isGlobal } = this.#call.input.framework
    return async () => (await import('./config/config-store.ts')).openConfig(run, isGlobal)
  }

  get tempDir(): AnyContext['tempDir'] {
    const run = this.#call.run
    return async () => (await import('./temp-dir.ts')).makeTempDir(run)
  }

  get onCleanup(): AnyContext['onCleanup'] {
    const { cleanups } = this.#call.run.ending
    return (hook) => void cleanups.push(hook)
  }

  get onInterrupt(): AnyContext['onInterrupt'] {
    const { notes } = this.#call.run
    return (answer) => notes.onSignal(answer)
  }

  get now(): AnyContext['now'] {
    return this.#call.run.world.now
  }

  get processEnv(): AnyContext['processEnv'] {
    return this.#call.run.world.env
  }
}

/** Makes the context of a handler; with `isDryRun` set for a preview. */
export function makeContext(call: Call, isDryRun = call.run.isDryRun): AnyContext {
  return new RunContext(call, isDryRun)
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

function promptOf({ run, input }: Call): AnyContext['prompt'] {
  const load = async () => (await import('./prompt.ts')).createPrompt(run, input.framework)
  return {
    text: async (message, question) => (await load()).text(message, question),
    confirm: async (message, question) => (await load()).confirm(message, question),
    select: async (message, choices, question) => (await load()).select(message, choices, question),
  }
}

/** The state of work that ends with its call. */
async function keepNothing(): Promise<undefined> {}
