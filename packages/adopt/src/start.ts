import type { JsonObject, JsonValue } from 'surety/unstable/contract'

import { findCalled, suggestionFor, unlisted, type Called } from './around/called.ts'
import { unknownMember } from './around/check-options.ts'
import { toManifest } from './around/manifest.ts'
import { Declared } from './around/rules.ts'
import { CAUGHT_VARIABLE, envPrefix, type Asked } from './ask/ask.ts'
import { failed, succeeded, type Answer } from './catch/answer.ts'
import { parseContainer, printedData } from './catch/data.ts'
import { catchDescriptors, syncNames } from './catch/descriptors.ts'
import { canEncode, encode } from './catch/encode.ts'
import { catchEnd, type End } from './catch/end.ts'
import { findFailure, type Failure } from './catch/failure.ts'
import { Heard } from './catch/heard.ts'
import { writeOut } from './catch/native.ts'
import { putAllBack } from './catch/replace.ts'
import { openSink, type Sink } from './catch/sink.ts'
import { catchStreams } from './catch/streams.ts'
import { cac } from './fronts/cac.ts'
import { citty } from './fronts/citty.ts'
import { commander } from './fronts/commander.ts'
import type { ForeignCommand, Watch } from './fronts/front.ts'
import { refusalInText } from './fronts/sentences.ts'
import { oclif } from './fronts/oclif.ts'
import { yargs } from './fronts/yargs.ts'
import type { AnswerOptions } from './ask/options.ts'
import { noteForParent, runAsChild } from './isolate/isolate.ts'

const FRONTS = [commander, yargs, oclif, cac, citty]
/** Frameworks that run a command although an option of the call is in no list. */
const LENIENT: readonly unknown[] = [cac, citty]

/** Starts to catch what a program prints and how it ends, in a call that asks for an answer. */
export function start(program: unknown, options: AnswerOptions, asked: Asked): unknown {
  const begin = () =>
    options.isolate && typeof program === 'function' && !('prototype' in program)
      ? (program as () => unknown)()
      : program
  const all = process.argv.slice(2)
  const isProgram =
    (typeof program === 'object' && program !== null) || typeof program === 'function'
  const front = isProgram ? FRONTS.find(({ fits }) => fits(program)) : undefined
  const root = front?.read(program as never)
  const taken = new Set(asked.at)
  const words = all.filter((_, place) => !taken.has(place))
  const called = root && findCalled(root, words)
  const ours = all.filter((_, place) => taken.has(place))
  if (called && (owns(called, ours) || (asked.by === 'manifest' && called.chain.length > 1)))
    return program

  const run = new Run(
    options,
    asked,
    words,
    ours,
    front === oclif ? undefined : called,
    front === citty,
  )
  if (asked.by === 'child') {
    noteForParent(run.heard)
    const onCommand = () => 'run' as const
    front?.listen(program as never, { heard: run.heard, words, taken: [], onCommand })
    return begin()
  }
  takeWords(asked, options, words)
  if (asked.by === 'manifest' && root && front !== oclif) {
    const answer = (found: ForeignCommand) =>
      run.finish(succeeded(run.heard, toManifest(found, options)))
    const { load } = front!
    return load ? { run: async () => answer(await load(program as never)) } : answer(root)
  }
  run.guard()
  // Nothing of the program runs here.
  if (options.isolate && run.isolate()) return new Promise(() => {})
  if (!run.catch()) return begin()
  if (called && LENIENT.includes(front)) run.heard.warnings.push(...unlisted(called, words))
  const onCommand: Watch['onCommand'] = (command, readRoot) => {
    const isManifest = asked.by === 'manifest' && !command.runs
    if (isManifest) run.heard.returned = toManifest(readRoot(), options)
    if (isManifest) return 'answered'
    const found = {
      chain: [readRoot(), command],
      flags: command.options.flatMap(({ flags }) => flags),
      rest: undefined,
    }
    run.called = command.runs ? found : findCalled(readRoot(), words)
    if (asked.by !== 'manifest' && !owns(found, ours)) return 'run'
    run.release()
    return 'hand back'
  }
  return front
    ? front.listen(program as never, { heard: run.heard, words, taken: ours, onCommand })
    : program
}

/** Tests whether the called command has one of our flags itself. */
function owns({ flags }: Called, ours: readonly string[]): boolean {
  return ours.some((word) => flags.includes(word.split('=')[0]!))
}

/** Takes our words out of the call, and what asks out of the environment of children. */
function takeWords(asked: Asked, options: AnswerOptions, words: readonly string[]): void {
  process.argv.splice(2, process.argv.length, ...words)
  process.env[CAUGHT_VARIABLE] = '1'
  if (asked.format === undefined && asked.envelope === undefined) return
  const prefix = envPrefix(options)
  delete process.env[`${prefix}_FORMAT`]
  delete process.env[`${prefix}_ENVELOPE`]
}

/** One call that asks. */
class Run {
  readonly heard = new Heard()
  called: Called | undefined
  readonly #wish: { format: string; envelope: string }
  readonly #words: string[]
  readonly #taken: string[]
  readonly #all = process.argv.slice(2)
  readonly #options: AnswerOptions
  readonly #declared: Declared
  /** citty says only in sentences why it refuses. */
  readonly #readsText: boolean
  #failure: Failure | undefined
  #sink: Sink | undefined
  #stop = () => {}

  constructor(
    options: AnswerOptions,
    { format = 'json', envelope = 'spec-1.0' }: Asked,
    words: string[],
    taken: string[],
    called: Called | undefined,
    readsText: boolean,
  ) {
    this.#readsText = readsText
    this.#options = options
    this.#words = words
    this.#taken = taken
    this.#wish = { format, envelope }
    this.#declared = new Declared(options, words)
    this.called = called
  }

  /** Refuses, before anything of the program runs, what must not run. */
  guard(): void {
    const { redirects = {} } = this.#options
    const unknown = unknownMember(this.#options)
    if (unknown !== undefined)
      this.#refuse('ARG_ERROR', `answerAgents() does not know the member ${unknown}.`)
    const { format, envelope } = this.#wish
    if (!canEncode(this.#wish)) {
      this.#wish.format = 'json'
      this.#wish.envelope = 'spec-1.0'
      this.#refuse(
        'ARG_ERROR',
        `--format ${format} --envelope ${envelope} needs the package surety beside @surety/adopt: npm i surety.`,
      )
    }
    const plain = this.#words.filter((word) => !word.startsWith('-')).join(' ')
    const moved = Object.keys(redirects).find((path) => `${plain} `.startsWith(`${path} `))
    if (moved !== undefined)
      this.#refuse('COMMAND_MOVED', `${moved} is ${redirects[moved]} now.`, {
        command: redirects[moved]!,
        permanent: true,
      })
    const { danger } = this.#declared
    if (danger === undefined || danger === 'safe') return
    const isDry = this.#take('--dry-run')
    const isConfirmed = this.#take('--confirm-destructive')
    if (isDry) this.finish(succeeded(this.heard, { would_run: [...this.#words] }))
    if (danger === 'destructive' && !isConfirmed)
      this.#refuse(
        'CONFIRMATION_REQUIRED',
        `${this.#declared.path || 'This'} destroys something: add --confirm-destructive.`,
      )
  }

  /** Takes a word of ours out of the call, unless the command has it itself. */
  #take(flag: string): boolean {
    const at = this.#words.indexOf(flag)
    if (at < 0 || this.called?.flags.includes(flag)) return false
    this.#words.splice(at, 1)
    process.argv.splice(at + 2, 1)
    this.#taken.push(flag)
    return true
  }

  #refuse(
    code: 'ARG_ERROR' | 'COMMAND_MOVED' | 'CONFIRMATION_REQUIRED',
    message: string,
    redirect?: JsonObject,
  ): void {
    const exit = code === 'COMMAND_MOVED' ? 'REDIRECTED' : 'ARG_ERROR'
    const answer = failed({ code, message, exit }, this.heard, null)
    if (redirect) Object.assign(answer.envelope['error'] as object, { redirect })
    this.finish(answer)
  }

  /** Writes the answer and ends the process, where nothing of the program may run. */
  finish(answer: Answer): never {
    const { text, exit } = encode(answer, this.#wish)
    writeOut(text)
    // oxlint-disable-next-line unicorn/no-process-exit -- nothing of the program may run
    process.exit(exit)
  }

  /** Runs the program as a child; false where the output has nowhere to go. */
  isolate(): boolean {
    this.#sink = openSink() ?? undefined
    if (this.#sink) runAsChild(this.#sink.fd, this.heard, (end) => this.#atEnd(end, this.#sink!))
    return this.#sink !== undefined
  }

  /** Starts to catch; false where the output has nowhere to go. */
  catch(): boolean {
    const sink = openSink()
    if (!sink) {
      process.stderr.write('The output cannot be caught: no folder can be written to.\n')
      return false
    }
    this.#sink = sink
    const pass = this.#wish.format === 'jsonl' ? streamLines(sink) : undefined
    const hear = (text: unknown) => this.heard.hear(text)
    catchStreams((bytes) => {
      sink.write(bytes)
      pass?.()
    }, hear)
    catchDescriptors(sink.fd, hear)
    this.#stop = catchEnd(
      (end) => this.#atEnd(end, sink, pass),
      (error) => {
        this.heard.thrown = { error }
      },
    )
    const { timeoutMs } = this.#declared
    if (timeoutMs !== undefined) setTimeout(() => this.#expire(timeoutMs), timeoutMs).unref()
    return true
  }

  /** Writes the answer; gives the number that the process ends with. */
  #atEnd(end: End, sink: Sink, pass?: (isEnd?: boolean) => void): number {
    pass?.(true)
    const printed = pass && end.exit === 0 ? null : printedData(sink)
    const { text, exit } = encode(this.#answer(end, printed), this.#wish)
    writeOut(text)
    return this.#declared.keepsExits ? end.exit : exit
  }

  #expire(timeoutMs: number): void {
    this.#failure = {
      code: 'TIMEOUT',
      message: `The command was ended after ${timeoutMs} ms.`,
      exit: 'TIMEOUT',
    }
    // oxlint-disable-next-line unicorn/no-process-exit -- the limit that its owner declared
    process.exit(1)
  }

  #answer(end: End, printed: JsonValue | null): Answer {
    const { heard } = this
    if (end.exit === 0 && !end.signal && !this.#failure) return succeeded(heard, printed)
    if (this.#readsText) heard.refusal ??= refusalInText(heard.stderr)
    const found = this.#failure ?? findFailure(end, heard, textOf(printed))
    const rule = heard.refusal || this.#failure ? undefined : this.#declared.exitRule(end.exit)
    const declared = this.#declared.errorRule(heard.thrown?.error, found.message)
    const suggestion =
      heard.refusal && this.called && suggestionFor(heard.refusal, this.called, this.#words)
    const failure = {
      ...found,
      ...(suggestion && { suggestion }),
      ...(rule && { exit: 'GENERAL_ERROR' as const, ...rule }),
      ...declared,
    }
    return failed(failure, heard, printed, end, rule?.data)
  }

  /** Gives everything back to the program, with what was caught so far. */
  release(): void {
    this.#stop()
    putAllBack()
    syncNames()
    process.argv.splice(2, process.argv.length, ...this.#all)
    this.#sink?.copyTo((bytes) => process.stdout.write(bytes))
  }
}

function textOf(data: unknown): string {
  const { value } = (data ?? {}) as { readonly value?: unknown }
  return typeof value === 'string' ? value : JSON.stringify(data ?? '')
}

/** Passes each line on as soon as it is whole: JSON as it is, text as JSON. */
function streamLines(sink: Sink): (isEnd?: boolean) => void {
  const pass = (isEnd = false) => {
    for (const line of sink.newLines(isEnd))
      writeOut(`${parseContainer(line) === undefined ? JSON.stringify(line) : line}\n`)
  }
  // Children write by themselves.
  setInterval(pass, 100, false).unref()
  return pass
}
