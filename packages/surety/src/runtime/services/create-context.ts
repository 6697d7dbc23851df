import { defect, parseJson, plainJson, SuretyError, type JsonValue } from '../../contract/index.ts'
import { makeFailure, toErrorFacts } from '../declare/exits/exit-declarations.ts'
import type { AnyContext, PageRequest } from '../handler/context.ts'
import { mark } from '../handler/handler-result.ts'
import type { Call } from '../run/call.ts'
import { describeThrown } from '../run/errors/describe-error.ts'
import {
  addMeta,
  commandName,
  heldSignal,
  isDryRun,
  onEnd,
  report,
  warn,
} from '../run/run-state.ts'
import { createLogger } from './log.ts'
import { createProgress } from './progress.ts'

export type { AnyContext }

/** Names the call behind a context; `hostOf` shows what others may use of it. */
export const CALL = Symbol('call')

export interface Called {
  readonly [CALL]: Call
}

/** What is made when somebody asks. Shared: getters in a literal would give every context a shape of its own. */
const LAZY = {
  signal: lazy(({ run }) => heldSignal(run)),
  deadline: lazy(({ run: { limit, world } }) => limit.deadline(world.now().getTime())),
  // The folder may be gone.
  cwd: lazy(({ run }) => run.world.cwd),
  log: lazy(({ run }) => createLogger(run)),
  progress: lazy(createProgress),
  page: lazy(({ input }) => pageOf(input.page)),
  prompt: lazy(promptOf),
}

function lazy<Value>(find: (call: Call) => Value): PropertyDescriptor & ThisType<Called> {
  return {
    enumerable: true,
    configurable: true,
    get() {
      return find(this[CALL])
    },
  }
}

/** Makes the context of a handler, which may destructure it; with `isPreview` set for a preview. */
export function makeContext(call: Call, isPreview = isDryRun(call.run)): AnyContext {
  const { run, input } = call
  const { cli, world, limit } = run
  const { flags } = input
  const { name, version } = cli.declaration
  const context: Omit<AnyContext, keyof typeof LAZY> & Called = {
    [CALL]: call,
    args: input.args,
    options: input.options,
    env: input.env,
    globals: input.globals,
    command: commandName(run),
    tool: { name, version },
    contractVersion: run.output.version,
    timeoutMs: limit.timeoutMs,
    isDryRun: isPreview,
    isInteractive: isInteractive(call),
    etag: flags.etag ?? null,
    token: input.token,
    idempotencyKey: flags.idempotencyKey ?? null,
    tokenLimit: flags.tokenLimit ?? null,
    processEnv: world.env,
    now: world.now,
    fail: (code, message, facts) => {
      const tables = [run.command?.declaration.errors, cli.declaration.errors]
      throw makeFailure(commandName(run), tables, code, message, facts)
    },
    failWith: (exit, message, facts = {}) => {
      throw new SuretyError(exit, exit, message, toErrorFacts(facts))
    },
    warn: (message, about) => {
      // Authors without TypeScript also pass Error objects.
      const text = typeof message === 'string' ? message : describeThrown(message)
      warn(run, text, about)
    },
    withType: (type, data) => mark({ kind: 'typed', type, data }),
    notModified: (etag) => mark({ kind: 'not-modified', etag }),
    suggestNext: (step) => report(run, { kind: 'next', step }),
    effect: (effect) => report(run, { kind: 'effect', effect }),
    addMeta: (member, value) => {
      const json = plainJson(value) ?? writtenJson(value)
      // A value that JSON cannot hold must not fail the command.
      if (json === undefined)
        warn(run, `meta.${member} was left out because it cannot be written as JSON.`)
      else addMeta(run, { [member]: json })
    },
    stdin: () => {
      if (input.noStdin) throw input.noStdin
      return input.stdin ?? ''
    },
    lines: input.reader?.lines ?? refuseLines,
    records: input.reader?.records ?? refuseLines,
    onCleanup: (hook) => onEnd(run, hook),
    onInterrupt: (answersSignal) => {
      run.guest = { ...run.guest, answersSignal }
    },
  }
  return Object.defineProperties(context, LAZY) as unknown as AnyContext
}

/** Takes a value that is no plain JSON as JSON writes it; undefined if it cannot be written. */
function writtenJson(value: unknown): JsonValue | undefined {
  try {
    return parseJson(JSON.stringify(value, withDigits) ?? 'null')
  } catch {
    return undefined
  }
}

/** Writes a big integer as a number where one holds it, else as its digits. */
function withDigits(_name: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

function pageOf(request: PageRequest): AnyContext['page'] {
  const page = ({ items, total = null, next = null }: Parameters<AnyContext['page']>[0]) =>
    mark({ kind: 'page', items, total, next })
  return Object.assign(page, request) as AnyContext['page']
}

function isInteractive({ run, input }: Call): boolean {
  return run.world.isStdinTty && !input.flags.nonInteractive
}

function promptOf(call: Call): AnyContext['prompt'] {
  const load = async () => (await import('./prompt.ts')).createPrompt(call, isInteractive(call))
  return {
    text: async (message, question) => (await load()).text(message, question),
    confirm: async (message, question) => (await load()).confirm(message, question),
    select: async (message, choices, question) => (await load()).select(message, choices, question),
  }
}

function refuseLines(): never {
  throw defect(
    'STDIN_UNDECLARED',
    "the command reads lines and must declare stdin: 'lines' or 'records'",
  )
}
