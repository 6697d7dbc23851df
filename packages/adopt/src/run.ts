import { cutData } from './around/amounts.ts'
import { findCalled, pathOf, suggestionFor, unlisted, type Called } from './around/called.ts'
import { unknownMember } from './around/check-options.ts'
import { toManifest } from './around/manifest.ts'
import { errorRule, exitRule, rulesFor, type Rules } from './around/rules.ts'
import { asksManifest, CAUGHT_VARIABLE, envPrefix, FORMATS, type Asked } from './ask/ask.ts'
import type { AnswerOptions } from './ask/options.ts'
import { failed, succeeded } from './catch/answer.ts'
import { parseContainer, printedData, textOf } from './catch/data.ts'
import { catchDescriptors, syncNames } from './catch/descriptors.ts'
import { encode, flawOf, OWN_ENVELOPE } from './catch/encode.ts'
import { catchEnd, type End } from './catch/end.ts'
import { findFailure, type Failure } from './catch/failure.ts'
import { Heard, type Answer } from './catch/heard.ts'
import { writeAll, writeOut } from './catch/native.ts'
import { putAllBack } from './catch/replace.ts'
import { openSink, type Sink } from './catch/sink.ts'
import { catchStreams } from './catch/streams.ts'
import { NOTHING, type ForeignCommand, type Front, type Watch } from './fronts/front.ts'
import { refusalInText, refusalOf } from './fronts/sentences.ts'
import { noteForParent, runAsChild } from './isolate/isolate.ts'

/** What `--dry-run` and `--confirm-destructive` ask of a command that is declared to change something. */
const GUARDS = ['--dry-run', '--confirm-destructive']

/** One call that asks. */
export class Run implements Watch {
  readonly heard = new Heard()
  readonly all = process.argv.slice(2)
  readonly words: string[]
  readonly taken: string[]
  isManifest: boolean
  /** Whether the program runs as a child. */
  isElsewhere = false
  readonly #options: AnswerOptions
  readonly #asked: Asked
  readonly #front: Front | undefined
  readonly #wish: { format: string; envelope: string }
  /** Words of ours that say that a command shall run, or shall not. */
  #guards: string[] = []
  #called: Called
  #rules: Rules
  #failure: Failure | undefined
  #fields: string | undefined
  #limit: string | undefined
  #sink: Sink | undefined
  #timer: NodeJS.Timeout | undefined
  #stop = () => {}
  // oxlint-disable-next-line unicorn/no-process-exit -- the limit that its owner declared
  #end: () => void = () => process.exit(1)

  constructor(options: AnswerOptions, asked: Asked, front: Front | undefined) {
    const { at, format = 'json', envelope = OWN_ENVELOPE } = asked
    this.#options = options
    this.#asked = asked
    this.#front = front
    this.#wish = { format, envelope }
    this.words = this.all.filter((_, place) => !at.includes(place))
    this.taken = at.map((place) => this.all[place]!)
    this.isManifest = front !== undefined && asksManifest(this.words)
    this.#called = findCalled(NOTHING, this.words)
    this.#rules = rulesFor(options, pathOf(this.#called))
  }

  /** Tests whether the called command has our words itself. */
  owns(root: ForeignCommand, command?: ForeignCommand): boolean {
    this.#called = command
      ? { chain: [root, command], flags: command.options.flatMap(({ flags }) => flags), rest: [] }
      : findCalled(root, this.words)
    const { chain, flags } = this.#called
    this.#rules = rulesFor(this.#options, pathOf(this.#called))
    // A command of that name is the program's, and nobody else asked for it.
    if (chain.length > 1) this.isManifest = false
    const isUnasked = this.#asked.by === 'manifest' && !this.isManifest
    return isUnasked || this.taken.some((word) => flags.includes(word.split('=')[0]!))
  }

  isOwn(root: ForeignCommand, command?: ForeignCommand): boolean {
    if (this.owns(root, command)) {
      this.#release()
      return true
    }
    if (this.isManifest) this.#finish(succeeded(this.heard, toManifest(root, this.#options)))
    if (this.#front?.isLoose) this.heard.warnings.push(...unlisted(this.#called, this.words))
    return false
  }

  act(path: readonly string[], run: () => unknown): unknown {
    this.#rules = rulesFor(this.#options, path.join(' ').replaceAll(':', ' '))
    this.#guard(true)
    return this.heard.note(run)
  }

  /** Refuses what must not run, and starts to catch; false where that cannot be. */
  start(): boolean {
    if (this.#asked.by === 'child') {
      this.#guards = noteForParent(this.heard)
      return true
    }
    this.#takeWords()
    this.#refuseFlaws()
    const { commands = {}, isolate } = this.#options
    const dangers = this.#front ? Object.values(commands) : [this.#rules]
    if (dangers.some(({ danger = 'safe' }) => danger !== 'safe'))
      this.#guards = GUARDS.filter((flag) => this.#take(flag))
    this.#guard(this.#front === undefined)
    const sink = openSink()
    if (!sink) {
      process.stderr.write('The output cannot be caught: no folder can be written to.\n')
      return false
    }
    this.#sink = sink
    if (isolate) {
      this.isElsewhere = true
      const end = (how: End) => this.#atEnd(how, sink)
      this.#end = runAsChild(sink.fd, this.#guards, this.heard, end)
    } else this.#catch(sink)
    return true
  }

  /** Takes our words out of the call, and what asks out of the environment of children. */
  #takeWords(): void {
    process.argv.splice(2, Infinity, ...this.words)
    process.env[CAUGHT_VARIABLE] = '1'
    if (this.#asked.format === undefined && this.#asked.envelope === undefined) return
    const prefix = envPrefix(this.#options)
    for (const name of ['FORMAT', 'ENVELOPE']) delete process.env[`${prefix}_${name}`]
  }

  #refuseFlaws(): void {
    const unknown = unknownMember(this.#options)
    if (unknown !== undefined) this.#refuse('ARG_ERROR', `answerAgents() does not know ${unknown}.`)
    const prefix = this.#asked.by === 'variable' ? envPrefix(this.#options) : null
    const flaw = flawOf(this.#wish, prefix, FORMATS)
    if (flaw !== null) {
      Object.assign(this.#wish, { format: 'json', envelope: OWN_ENVELOPE })
      this.#refuse('ARG_ERROR', flaw)
    }
    const { redirects = {} } = this.#options
    const called = `${pathOf(this.#called)} `
    const moved = Object.keys(redirects).find((path) => called.startsWith(`${path} `))
    if (moved !== undefined) {
      const command = redirects[moved]!
      const redirect = { command, permanent: true }
      this.#refuse('COMMAND_MOVED', `${moved} is ${command} now.`, { redirect })
    }
    const { fields, limit } = this.#rules
    if (fields) this.#fields = this.#takeValue('--fields')
    if (limit !== undefined) this.#limit = this.#takeValue('--limit') ?? String(limit)
    if (this.#limit !== undefined && !/^\d+$/.test(this.#limit))
      this.#refuse('ARG_ERROR', `--limit takes a number, and ${this.#limit} is none.`)
  }

  /** Ends a call of what must not run, and starts its limit; the framework may say only later what is called. */
  #guard(isCertain: boolean): void {
    const { danger = 'safe', path, timeoutMs } = this.#rules
    if (this.#guards.includes('--dry-run') && (isCertain || danger !== 'safe'))
      this.#finish(succeeded(this.heard, { would_run: [...this.words] }))
    if (danger === 'destructive' && !this.#guards.includes('--confirm-destructive'))
      this.#refuse(
        'CONFIRMATION_REQUIRED',
        `${path || 'This'} destroys something: add --confirm-destructive.`,
      )
    clearTimeout(this.#timer)
    if (timeoutMs === undefined || this.#asked.by === 'child') return
    this.#timer = setTimeout(() => {
      const message = `The command was ended after ${timeoutMs} ms.`
      this.#failure = { code: 'TIMEOUT', message, exit: 'TIMEOUT' }
      this.#end()
    }, timeoutMs).unref()
  }

  /** Takes a word of ours out of the call, unless the command has it itself. */
  #take(flag: string, size = 1): boolean {
    const at = this.words.indexOf(flag)
    const end = this.words.indexOf('--')
    if (at < 0 || (end >= 0 && end < at) || this.#called.flags.includes(flag)) return false
    process.argv.splice(at + 2, size)
    this.taken.push(...this.words.splice(at, size))
    return true
  }

  /** Takes an option of ours with its value: `--limit 5` or `--limit=5`. */
  #takeValue(flag: string): string | undefined {
    const joined = this.words.find((word) => word.startsWith(`${flag}=`))
    if (joined !== undefined && this.#take(joined)) return joined.slice(flag.length + 1)
    const value = this.words[this.words.indexOf(flag) + 1]
    if (!this.#take(flag, 2)) return undefined
    return value ?? this.#refuse('ARG_ERROR', `${flag} needs a value.`)
  }

  #refuse(code: string, message: string, more: object = {}): never {
    const exit = code === 'COMMAND_MOVED' ? 'REDIRECTED' : 'ARG_ERROR'
    const answer = failed({ code, message, exit }, this.heard, null)
    Object.assign(answer.envelope['error'] as object, more)
    return this.#finish(answer)
  }

  /** Ends the process with an answer, where nothing of the program may run. */
  #finish(answer: Answer): never {
    const { text, exit } = encode(answer, this.#wish)
    this.heard.final = answer
    // What catches the end writes it, or the parent does.
    if (!this.#sink && this.#asked.by !== 'child') writeOut(text)
    // oxlint-disable-next-line unicorn/no-process-exit -- nothing of the program may run
    process.exit(exit)
  }

  #catch(sink: Sink): void {
    const isStream = this.#wish.format === 'jsonl' && !this.#rules.dialect
    const pass = isStream ? streamLines(sink) : undefined
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
  }

  /** Writes the answer; gives the number that the process ends with. */
  #atEnd(end: End, sink: Sink, pass?: (isEnd?: boolean) => void): number {
    pass?.(true)
    const { exits, dialect } = this.#rules
    const { final } = this.heard
    if (dialect && sink.size > 0 && !final) {
      sink.copyTo((bytes) => writeAll(1, bytes))
      return end.exit
    }
    const { text, exit } = encode(final ?? this.#answer(end, sink, pass !== undefined), this.#wish)
    writeOut(text)
    return !final && (exits === 'own' || dialect) ? end.exit : exit
  }

  #answer(end: End, sink: Sink, isPassed: boolean): Answer {
    const { heard } = this
    const isDone = end.exit === 0 && !end.signal && !this.#failure
    const printed = isDone && isPassed ? null : printedData(sink)
    if (isDone) {
      const { warnings } = heard
      const cut = { fields: this.#fields, limit: this.#limit, warnings }
      // A program's own help cannot know of it.
      const see = this.#front && this.words.includes('--help') ? 'manifest' : undefined
      return succeeded(heard, printed, (data) => cutData(data, cut), see)
    }
    if (this.#failure) return failed(this.#failure, heard, printed)
    heard.refusal ??= refusalOf(heard.thrown?.error)
    if (this.#front?.readsText) heard.refusal ??= refusalInText(heard.stderr)
    const found = findFailure(end, heard, textOf(printed))
    const { refusal, thrown } = heard
    const rule = refusal ? undefined : exitRule(this.#rules, end.exit)
    const suggestion = refusal && suggestionFor(refusal, this.#called, this.words)
    const failure = {
      ...found,
      ...(suggestion && { suggestion }),
      ...(rule && { exit: 'GENERAL_ERROR' as const, ...rule }),
      ...errorRule(this.#rules, thrown?.error, found.message),
    }
    return failed(failure, heard, printed, end, rule?.data)
  }

  /** Gives everything back to the program, with what was caught so far. */
  #release(): void {
    clearTimeout(this.#timer)
    this.#stop()
    putAllBack()
    syncNames()
    process.argv.splice(2, Infinity, ...this.all)
    this.#sink?.copyTo((bytes) => process.stdout.write(bytes))
  }
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
