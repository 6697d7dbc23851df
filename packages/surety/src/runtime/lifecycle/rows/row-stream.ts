import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import { outputJsonSchema } from '../../../schema/index.ts'
import type { Command } from '../../declare/command.ts'
import { hasCursor } from '../../declare/framework-flag.ts'
import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { jsonBytes } from '../../result/paging/cut-size.ts'
import { describeStreamedPage, shapeAnswer } from '../../result/shape.ts'
import { checkOutput, toJson } from '../../result/data.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { addMeta, isOver, onEnd, warn, type Run } from '../../run/run-state.ts'
import { consumeBytes } from './byte-filter.ts'
import { createTurns, READER_GONE, Streamed } from './stream-end.ts'
import { toItem } from '../../output/item-lines.ts'
import { visibleAtTerminal } from '../../output/write.ts'

/** Writes rows as they come in `jsonl` and at a terminal, else collects them; a list ends after the page asked for. */
export async function consume(
  run: Run,
  command: Command,
  input: ParsedInput,
  rows: AsyncGenerator<unknown, unknown, void>,
): Promise<Streamed> {
  // On an interruption the generator's finally blocks still run.
  onEnd(run, async () => void (await rows.return(undefined)))
  const { filter, danger } = command.declaration
  if (filter !== undefined) {
    const end = await consumeBytes(run, command, rows, (bytes) => writeOut(run, bytes))
    const isBuffered = run.onStdout === null && end.kind === 'data'
    return new Streamed(isBuffered ? await shape(run, input, { rows: end.data }) : end)
  }
  const sink = await sinkOf(run, command, input)
  const { limit, skip } = pageOf(command, input)
  const letOthersRun = createTurns(run.world)
  let count = 0
  let isOpen = false
  for await (const row of rows) {
    await letOthersRun()
    // The limit or a signal has ended the run, and its answer counts the rows so far.
    if (isOver(run)) break
    count += 1
    isOpen = limit > 0 && count > skip + limit
    if (isOpen) break
    // Earlier pages had these rows.
    if (count <= skip) {
      sink.skip?.()
      continue
    }
    const json = await toJson(run, await checkRow(run, command, row))
    run.world.heard?.(`row ${count}`, count)
    if (run.output.endsStreams && danger !== 'safe') countEffect(run, json)
    if (isOver(run)) break
    await sink.add(json)
  }
  return new Streamed(await sink.end({ count, isOpen }))
}

/** Where rows go as they come. */
interface Sink {
  readonly add: (row: JsonValue) => MaybeLater<void>
  /** Counts a row of an earlier page. */
  readonly skip?: () => void
  readonly end: (seen: Seen) => Promise<DataEnd>
}

interface Seen {
  readonly count: number
  /** Whether more rows follow. */
  readonly isOpen: boolean
}

type DataEnd = Extract<RunEnd, { kind: 'data' }>

async function sinkOf(run: Run, command: Command, input: ParsedInput): Promise<Sink> {
  const { format, isFull } = run.output
  if (format === 'jsonl' && !isFull) return lineSink(run, command, input)
  const live = format === 'human' ? await liveSink(run, command, input) : null
  return live ?? keepingSink(run, command, input)
}

/** Writes each row as a line of JSON. */
function lineSink(run: Run, command: Command, input: ParsedInput): Sink {
  const count = (records: number) => addMeta(run, { stream: { records, terminal: true } })
  count(0)
  return {
    add: (row) => {
      const item = run.output.endsStreams ? toItem(row) : row
      const writing = writeOut(run, visibleAtTerminal(run, 'stdout', `${JSON.stringify(item)}\n`))
      // Counted now: a row that waits for its reader still comes before the answer.
      count(countRow(run))
      return writing
    },
    end: async (seen) => writtenEnd(run, command, input, seen),
  }
}

/** Shows rows to a person who can see them as they come; null if there is none. */
async function liveSink(run: Run, command: Command, input: ParsedInput): Promise<Sink | null> {
  const { createLiveRows, showsRowsLive } = await import('./live-rows.ts')
  if (!showsRowsLive(run, command, input)) return null
  const live = createLiveRows(run, (text) => writeOut(run, text))
  // After a failure too, the rows come before the answer.
  onEnd(run, () => live.end().catch(() => {}))
  return {
    add: (row) => {
      countRow(run)
      return live.add(row)
    },
    end: async (seen) => {
      await live.finish()
      const { isOpen, count } = seen
      const end =
        countRow(run, 0) === 0
          ? await shape(run, input, { rows: [], isOpen, count })
          : writtenEnd(run, command, input, seen)
      return { ...end, isReshaped: true }
    },
  }
}

/** The end of rows that are on standard output. */
function writtenEnd(run: Run, command: Command, input: ParsedInput, seen: Seen): DataEnd {
  if (command.declaration.list) describeStreamedPage(run, input, seen)
  return { kind: 'data', data: { records: countRow(run, 0) }, isReshaped: false }
}

/** The most bytes of rows that are kept because they cannot be made again. */
const MAX_KEPT_BYTES = 60 * 1024 * 1024

/** Keeps rows for one envelope. What cannot fit is only counted; the generator runs to its end, as it may do more. */
function keepingSink(run: Run, { declaration }: Command, input: ParsedInput): Sink {
  const { fields, tokenLimit, tokenOffset, tokenCount } = input.flags
  const isReduced = tokenCount || (fields ?? tokenLimit ?? tokenOffset) !== undefined
  const { maxBytes: limit } = run.output
  const isMadeAgain = hasCursor(declaration)
  const most = isMadeAgain ? limit : Math.max(limit, MAX_KEPT_BYTES)
  let room = isReduced || limit === 0 ? Number.POSITIVE_INFINITY : most
  const rows: JsonValue[] = []
  return {
    skip: () => void rows.push(null),
    add: (row) => {
      // The first row that is too much stays, so that the answer is cut before it.
      if (room < 0) return
      rows.push(row)
      room -= jsonBytes(row)
    },
    end: ({ count, isOpen }) => {
      if (isOpen && isMadeAgain) rows.push(null)
      const lost = count - rows.length
      const fix = '--format jsonl writes all of them.'
      if (room < 0 && !isMadeAgain && lost > 0)
        warn(run, `${lost} rows are lost: ${MAX_KEPT_BYTES} bytes of rows are kept. ${fix}`)
      return shape(run, input, { rows, isOpen, count })
    },
  }
}

/** Counts a row that is on standard output, and returns how many there are. */
function countRow(run: Run, more = 1): number {
  const before = run.onStdout?.kind === 'rows' ? run.onStdout.count : 0
  if (more > 0) run.onStdout = { kind: 'rows', count: before + more }
  return before + more
}

/** Counts what the rows of a changing command say that they changed. */
function countEffect(run: Run, row: JsonValue): void {
  const effect = isJsonObject(row) ? row['effect'] : undefined
  if (typeof effect !== 'string' || !/^[a-z][a-z_]*$/.test(effect)) return
  const counts = (run.meta['effects'] ?? {}) as Record<string, number>
  addMeta(run, { effects: { ...counts, [effect]: (counts[effect] ?? 0) + 1 } })
}

function pageOf(command: Command, { from, page }: ParsedInput): { limit: number; skip: number } {
  if (!command.declaration.list) return { limit: 0, skip: 0 }
  return { limit: page.limit, skip: typeof from?.position === 'number' ? from.position : 0 }
}

/** Checks a row; the output schema describes one, or the list of all of them. */
async function checkRow(run: Run, command: Command, row: unknown): Promise<unknown> {
  const { output } = command.declaration
  if (!output) return row
  if (!describesList(output)) return checkOutput(run, output, row)
  const [checked] = (await checkOutput(run, output, [row])) as readonly unknown[]
  return checked
}

const lists = new WeakMap<object, boolean>()

function describesList(output: NonNullable<Command['declaration']['output']>): boolean {
  const known = lists.get(output)
  if (known !== undefined) return known
  const isList = mainType(outputJsonSchema(output)) === 'array'
  lists.set(output, isList)
  return isList
}

async function shape(
  run: Run,
  input: ParsedInput,
  { rows, isOpen = false, count }: { rows: JsonValue; isOpen?: boolean; count?: number },
): Promise<DataEnd> {
  const shaped = await shapeAnswer(run, {
    input,
    returned: rows,
    isOpen,
    ...(count !== undefined && !isOpen && { count }),
  })
  return { kind: 'data', ...shaped }
}

async function writeOut(run: Run, text: string | Uint8Array): Promise<void> {
  try {
    const waiting = run.world.write('stdout', text)
    if (waiting) await waiting
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EPIPE' || code === 'ECONNRESET' ? READER_GONE : error
  }
}
