import { CAUGHT_VARIABLE, envPrefix, type Asked } from './ask/ask.ts'
import { failed, toAnswer, type Answer } from './catch/answer.ts'
import { parseContainer, printedData } from './catch/data.ts'
import { catchDescriptors, syncNames } from './catch/descriptors.ts'
import { catchEnd, type End } from './catch/end.ts'
import { Heard } from './catch/heard.ts'
import { writeOut } from './catch/native.ts'
import { putAllBack } from './catch/replace.ts'
import { openSink, type Sink } from './catch/sink.ts'
import { catchStreams } from './catch/streams.ts'
import { canEncode, encode } from './catch/encode.ts'
import type { AnswerOptions } from './options.ts'

/** Starts to catch what a program prints and how it ends, in a call that asks for an answer. */
export function start(program: unknown, options: AnswerOptions, asked: Asked): unknown {
  takeWords(asked, options)
  const heard = new Heard()
  const wish = { format: asked.format ?? 'json', envelope: asked.envelope ?? 'spec-1.0' }
  const answer = (answered: Answer): number => {
    const encoded = encode(answered, wish)
    writeOut(encoded.text)
    return encoded.exit
  }
  if (!canEncode(wish)) {
    const message = `--format ${wish.format} --envelope ${wish.envelope} needs the package surety beside @surety/adopt: npm i surety.`
    const failure = { code: 'ARG_ERROR', message, exit: 'ARG_ERROR' } as const
    writeOut(encode(failed(failure, heard, null), { format: 'json', envelope: 'spec-1.0' }).text)
    // oxlint-disable-next-line unicorn/no-process-exit -- nothing of the program may run
    process.exit(3)
  }
  const sink = openSink()
  if (!sink) {
    process.stderr.write('The output cannot be caught: no folder can be written to.\n')
    return program
  }
  const stream = wish.format === 'jsonl' ? streamLines(sink) : undefined
  const hear = (text: unknown) => heard.hear(text)
  catchStreams((bytes) => {
    sink.write(bytes)
    stream?.()
  }, hear)
  catchDescriptors(sink.fd, hear)
  catchEnd(
    (end: End) => {
      stream?.(true)
      const data = stream && end.exit === 0 ? null : printedData(sink)
      const text = end.exit === 0 ? '' : textOf(data)
      return answer(toAnswer(end, heard, data, text))
    },
    (error) => {
      heard.thrown = { error }
    },
  )
  return program
}

/** Takes our words out of the call, and what asks out of the environment of children. */
function takeWords(asked: Asked, options: AnswerOptions): void {
  for (const place of asked.at.toReversed()) process.argv.splice(place + 2, 1)
  if (asked.by === 'agent') process.env[CAUGHT_VARIABLE] = '1'
  if (asked.by !== 'variable' && asked.by !== 'flag') return
  const prefix = envPrefix(options)
  delete process.env[`${prefix}_FORMAT`]
  delete process.env[`${prefix}_ENVELOPE`]
  process.env[CAUGHT_VARIABLE] = '1'
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

/** Gives everything back to the program, with what was caught so far. */
export function release(sink: Sink): void {
  putAllBack()
  syncNames()
  sink.copyTo((bytes) => process.stdout.write(bytes))
}
