import type { JsonObject, JsonValue } from 'surety/unstable/contract'

import { cutData } from './around/amounts.ts'
import { suggestionFor, type Called } from './around/called.ts'
import { unknownMember } from './around/check-options.ts'
import { Declared } from './around/rules.ts'
import { envPrefix, FORMATS, type Asked } from './ask/ask.ts'
import type { AnswerOptions } from './ask/options.ts'
import { failed, succeeded, type Answer } from './catch/answer.ts'
import { parseContainer, printedData } from './catch/data.ts'
import { catchDescriptors, syncNames } from './catch/descriptors.ts'
import { encode, flawOf, OWN_ENVELOPE } from './catch/encode.ts'
import { catchEnd, type End } from './catch/end.ts'
import { findFailure, type Failure } from './catch/failure.ts'
import { Heard } from './catch/heard.ts'
import { writeAll, writeOut } from './catch/native.ts'
import { putAllBack } from './catch/replace.ts'
import { openSink, type Sink } from './catch/sink.ts'
import { catchStreams } from './catch/streams.ts'
import { refusalInText } from './fronts/sentences.ts'
import { runAsChild } from './isolate/isolate.ts'

/** One call that asks. */
export class Run {
  readonly heard = new Heard()
  called: Called | undefined
  /** Whether help says that `manifest` lists the commands, which the program's own help cannot. */
  namesManifest = false
  readonly #wish: { format: string; envelope: string }
  readonly #words: string[]
  readonly #taken: string[]
  readonly #all = process.argv.slice(2)
  readonly #options: AnswerOptions
  readonly #declared: Declared
  /** citty says only in sentences why it refuses. */
  readonly #readsText: boolean
  readonly #by: Asked['by']
  #failure: Failure | undefined
  #fields: string | undefined
  #limit: string | undefined
  #sink: Sink | undefined
  #stop = () => {}

  constructor(
    options: AnswerOptions,
    { format = 'json', envelope = OWN_ENVELOPE, by }: Asked,
    words: string[],
    taken: string[],
    called: Called | undefined,
    readsText: boolean,
  ) {
    this.#readsText = readsText
    this.#options = options
    this.#by = by
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
    const prefix = this.#by === 'variable' ? envPrefix(this.#options) : null
    const flaw = flawOf(this.#wish, prefix, FORMATS)
    if (flaw !== null) {
      this.#wish.format = 'json'
      this.#wish.envelope = OWN_ENVELOPE
      this.#refuse('ARG_ERROR', flaw)
    }
    const plain = this.#words.filter((word) => !word.startsWith('-')).join(' ')
    const moved = Object.keys(redirects).find((path) => `${plain} `.startsWith(`${path} `))
    if (moved !== undefined)
      this.#refuse('COMMAND_MOVED', `${moved} is ${redirects[moved]} now.`, {
        command: redirects[moved]!,
        permanent: true,
      })
    if (this.#declared.fields) this.#fields = this.#takeValue('--fields')
    if (this.#declared.limit !== undefined)
      this.#limit = this.#takeValue('--limit') ?? String(this.#declared.limit)
    if (this.#limit !== undefined && !/^\d+$/.test(this.#limit))
      this.#refuse('ARG_ERROR', `--limit takes a number, and ${this.#limit} is none.`)
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
  #take(flag: string, size = 1): boolean {
    const at = this.#words.indexOf(flag)
    const end = this.#words.indexOf('--')
    if (at < 0 || (end >= 0 && end < at) || this.called?.flags.includes(flag)) return false
    process.argv.splice(at + 2, size)
    this.#taken.push(...this.#words.splice(at, size))
    return true
  }

  /** Takes an option of ours with its value: `--limit 5` or `--limit=5`. */
  #takeValue(flag: string): string | undefined {
    const joined = this.#words.find((word) => word.startsWith(`${flag}=`))
    if (joined !== undefined && this.#take(joined)) return joined.slice(flag.length + 1)
    const value = this.#words[this.#words.indexOf(flag) + 1]
    if (!this.#take(flag, 2)) return undefined
    return value ?? this.#refuse('ARG_ERROR', `${flag} needs a value.`)
  }

  #refuse(
    code: 'ARG_ERROR' | 'COMMAND_MOVED' | 'CONFIRMATION_REQUIRED',
    message: string,
    redirect?: JsonObject,
  ): never {
    const exit = code === 'COMMAND_MOVED' ? 'REDIRECTED' : 'ARG_ERROR'
    const answer = failed({ code, message, exit }, this.heard, null)
    if (redirect) Object.assign(answer.envelope['error'] as object, { redirect })
    return this.finish(answer)
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
    const isStream = this.#wish.format === 'jsonl' && !this.#declared.hasOwnDocument
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
    const { timeoutMs } = this.#declared
    if (timeoutMs !== undefined) setTimeout(() => this.#expire(timeoutMs), timeoutMs).unref()
    return true
  }

  /** Writes the answer; gives the number that the process ends with. */
  #atEnd(end: End, sink: Sink, pass?: (isEnd?: boolean) => void): number {
    pass?.(true)
    if (this.#declared.hasOwnDocument && sink.size > 0) {
      sink.copyTo((bytes) => writeAll(1, bytes))
      return end.exit
    }
    const printed = pass && end.exit === 0 ? null : printedData(sink)
    const { text, exit } = encode(this.#answer(end, printed), this.#wish)
    writeOut(text)
    return this.#declared.keepsExits || this.#declared.hasOwnDocument ? end.exit : exit
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
    if (end.exit === 0 && !end.signal && !this.#failure) {
      const answer = succeeded(heard, printed)
      const { data } = answer.envelope
      const { warnings } = heard
      return {
        ...answer,
        envelope: {
          ...answer.envelope,
          data: cutData(data!, { fields: this.#fields, limit: this.#limit, warnings }),
          ...(this.namesManifest && {
            meta: { ...(answer.envelope['meta'] as JsonObject), see: 'manifest' },
          }),
        },
      }
    }
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
