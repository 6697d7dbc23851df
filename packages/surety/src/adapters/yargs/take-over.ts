import { isThenable, noteResult, type RefusedWords } from '../model/foreign-program.ts'
import {
  isEmptyHandler,
  type YargsEntry,
  type YargsInternals,
  type YargsMain,
  type YargsMiddleware,
} from './yargs-program.ts'

/** Words that yargs refused: it says why in the language of the caller, so the check that failed has the code. */
export class YargsRefusal extends Error {
  readonly problem: RefusedWords

  constructor(problem: RefusedWords, cause: unknown) {
    super(problem.message, { cause })
    this.problem = problem
  }
}

const CODES: Readonly<Record<string, string>> = {
  positionalCount: 'MISSING_ARGUMENT',
  nonOptionCount: 'MISSING_ARGUMENT',
  requiredArguments: 'MISSING_ARGUMENT',
  implications: 'MISSING_ARGUMENT',
  unknownArguments: 'UNKNOWN_FLAG',
  unknownCommands: 'UNKNOWN_COMMAND',
  recommendCommands: 'UNKNOWN_COMMAND',
  limitedChoices: 'INVALID_CHOICE',
  conflicting: 'CONFLICTING_OPTIONS',
}

const takenOver = new WeakMap<YargsInternals, Takeover>()

/** Keeps a program from ending the process and from printing its refusals, and notes what handlers return. */
export function takeOver(yargs: YargsInternals): Takeover {
  const taken = takenOver.get(yargs) ?? new Takeover(yargs)
  takenOver.set(yargs, taken)
  return taken
}

/** A program that no longer ends the process by itself. */
class Takeover {
  readonly #yargs: YargsInternals
  readonly #thaw: () => void
  readonly #wrapped = new WeakSet<YargsEntry>()
  #check = ''
  #returned: unknown
  /** Whether a handler was reached in the current call. */
  hasRun = false

  constructor(yargs: YargsInternals) {
    this.#yargs = yargs
    this.#thaw = takeFreezer(yargs)
    yargs.exitProcess(false)
    yargs.fail((message, error) => this.#refuse(message, error))
    this.#watchChecks()
    this.#watchMiddleware()
    this.#watchHandlers()
  }

  /** Has yargs read the words and run what they name; resolves with what the handler returned. */
  async invoke(words: readonly string[], main: YargsMain | undefined): Promise<unknown> {
    this.hasRun = false
    this.#returned = undefined
    this.#check = ''
    this.#thaw()
    const argv = await this.#yargs.parseAsync(words)
    if (this.hasRun || !main) return this.#returned
    this.hasRun = true
    return main(argv as never)
  }

  /** Yargs calls this for what it refuses, and for what a handler throws after the call has failed anyway. */
  #refuse(said: string | null, error: unknown, option?: string): never {
    if (this.hasRun || error instanceof YargsRefusal) throw error
    const thrown = error instanceof Error ? error.message : error
    const text = said ?? (typeof thrown === 'string' ? thrown : '')
    const names = Object.keys(this.#yargs.getOptions().key)
    // A letter is more often a word of the text than an option.
    const named =
      option ??
      text
        .split(/[^\w-]+/)
        .find((word) => word.length > 1 && names.includes(word.replace(/^--?/, '')))
    const code = CODES[this.#check] ?? 'INVALID_VALUE'
    const message = text.trim() || 'The words are refused.'
    const param = named === undefined ? 'input' : `--${named.replace(/^-+/, '')}`
    throw new YargsRefusal({ code, message, param }, error)
  }

  #watchChecks(): void {
    const validation = this.#yargs.getInternalMethods().getValidationInstance()
    for (const check of Object.keys(CODES)) {
      const original = validation[check]
      if (typeof original !== 'function') continue
      validation[check] = (...given: unknown[]) => {
        this.#check = check
        const result: unknown = Reflect.apply(original, validation, given)
        this.#check = ''
        return result
      }
    }
  }

  /** Yargs calls `fail` for what its checks and conversions throw, but not if they are asynchronous. */
  #watchMiddleware(): void {
    const { globalMiddleware } = this.#yargs.getInternalMethods().getCommandInstance()
    const original = globalMiddleware.getMiddleware.bind(globalMiddleware)
    const watched = new WeakMap<YargsMiddleware, YargsMiddleware>()
    const watch = (middleware: YargsMiddleware): YargsMiddleware => {
      const known = watched.get(middleware)
      if (known) return known
      const apply = (target: YargsMiddleware, self: unknown, given: unknown[]): unknown => {
        const returned: unknown = Reflect.apply(target, self, given)
        if (!isThenable(returned)) return returned
        return returned.then(undefined, (error: unknown) =>
          this.#refuse(null, error, middleware.option),
        )
      }
      // Yargs keeps notes on the function itself.
      const proxy = new Proxy(middleware, { apply })
      watched.set(middleware, proxy)
      return proxy
    }
    globalMiddleware.getMiddleware = () =>
      original().map((each) => (isCheck(each) ? watch(each) : each))
  }

  /** Commands below the first level are declared anew by every call, all in the same place. */
  #watchHandlers(): void {
    const commands = this.#yargs.getInternalMethods().getCommandInstance()
    const add = commands.addHandler.bind(commands)
    const wrapAll = () => Object.values(commands.handlers).forEach((entry) => this.#wrap(entry))
    commands.addHandler = (...given) => {
      add(...given)
      wrapAll()
    }
    wrapAll()
  }

  #wrap(entry: YargsEntry): void {
    if (this.#wrapped.has(entry) || isEmptyHandler(entry)) return
    this.#wrapped.add(entry)
    const original = entry.handler
    entry.handler = (argv) => {
      this.hasRun = true
      return noteResult(original.call(entry, argv), (value) => {
        this.#returned = value
      })
    }
  }
}

/** Yargs gives its settings back when a call returns, too late for an abandoned one: so before the next call. */
function takeFreezer(yargs: YargsInternals): () => void {
  const methods = yargs as unknown as Record<symbol, (() => void) | undefined>
  const symbols = Object.getOwnPropertySymbols(Object.getPrototypeOf(yargs) as object)
  const named = (name: string) => symbols.find(({ description }) => description === name)
  const [freezing, thawing] = [named('freeze'), named('unfreeze')]
  const freeze = freezing && methods[freezing]?.bind(yargs)
  const thaw = thawing && methods[thawing]?.bind(yargs)
  if (!freeze || !thaw) return () => {}
  let depth = 0
  methods[freezing] = () => {
    depth += 1
    freeze()
  }
  methods[thawing] = () => {
    // A builder may call parse() itself.
    if (depth < 2) return
    depth -= 1
    thaw()
  }
  return () => {
    for (; depth > 0; depth -= 1) thaw()
    const context = yargs.getInternalMethods().getContext()
    context.commands.length = 0
    context.fullCommands.length = 0
  }
}

/** Tells the functions of yargs from those of the program, which may fail for any reason. */
function isCheck(middleware: YargsMiddleware): boolean {
  return middleware.option !== undefined || String(middleware).includes('Argument check failed')
}
