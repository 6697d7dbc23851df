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
import { addMeta, isOver, onEnd, warn, type Run } from '../../run/run-state.ts'
import { consumeBytes } from './byte-filter.ts'
import type { LiveRows } from './live-rows.ts'
import { createTurns, READER_GONE, Streamed } from './stream-end.ts'
import { toItem } from '../../output/item-lines.ts'

/** Writes rows as they come in `jsonl` and at a terminal, else collects them; a list ends after the page asked for. */
export async function consume(
  run: Run,
  command: Command,
  input: ParsedInput,
  rows: AsyncGenerator<unknown, unknown, void>,
): Promise<Streamed> {
  // On an interruption the generator's finally blocks still run.
  onEnd(run, async () => void (await rows.return(undefined)))
  if (command.declaration.filter !== undefined) {
    const end = await consumeBytes(run, command, rows, (bytes) => writeOut(run, bytes))
    const isBuffered = run.onStdout === null && end.kind === 'data'
    return new Streamed(isBuffered ? await shape(run, input, { rows: end.data }) : end)
  }
  const { format, isFull, endsStreams } = run.output
  const isLive = format === 'jsonl' && !isFull
  if (isLive) addMeta(run, { stream: { records: 0, terminal: true } })
  const { limit, skip } = pageOf(command, input)
  const live = format === 'human' ? await liveRows(run, command, input) : null
  const isMadeAgain = hasCursor(command.declaration)
  const kept = isLive || live ? null : new KeptRows(run, input, isMadeAgain)
  const letOthersRun = createTurns(run.world)
  let count = 0
  let isOpen = false
  for await (const row of rows) {
    await letOthersRun()
    // The limit or a signal has ended the run, and its answer counts the rows so far.
    if (isOver(run)) break
    count += 1
    if (limit > 0 && count > skip + limit) {
      isOpen = true
      break
    }
    // Earlier pages had these rows.
    if (count <= skip) {
      kept?.rows.push(null)
      continue
    }
    const json = await toJson(run, await checkRow(run, command, row))
    run.world.heard?.(`row ${count}`, count)
    if (endsStreams && command.declaration.danger !== 'safe') countEffect(run, json)
    if (kept) kept.add(json)
    else if (isOver(run)) break
    else if (live) {
      countRow(run)
      await live.add(json)
    } else {
      const writing = writeOut(run, `${JSON.stringify(endsStreams ? toItem(json) : json)}\n`)
      // Counted now: a row that waits for its reader still comes before the answer.
      addMeta(run, { stream: { records: countRow(run), terminal: true } })
      await writing
    }
  }
  if (kept) {
    if (isOpen && isMadeAgain) kept.rows.push(null)
    kept.warnOfLoss(count)
    return new Streamed(await shape(run, input, { rows: kept.rows, isOpen, count }))
  }
  await live?.finish()
  const records = countRow(run, 0)
  if (live && records === 0)
    return new Streamed({
      ...(await shape(run, input, { rows: [], isOpen, count })),
      isReshaped: true,
    })
  if (command.declaration.list) describeStreamedPage(run, input, { count, isOpen })
  return new Streamed({ kind: 'data', data: { records }, isReshaped: live !== null })
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

/** Makes the display of rows for a person who can see them as they come. */
async function liveRows(run: Run, command: Command, input: ParsedInput): Promise<LiveRows | null> {
  const { createLiveRows, showsRowsLive } = await import('./live-rows.ts')
  if (!showsRowsLive(run, command, input)) return null
  const live = createLiveRows(run, (text) => writeOut(run, text))
  // After a failure too, the rows come before the answer.
  onEnd(run, () => live.end().catch(() => {}))
  return live
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
): Promise<Extract<RunEnd, { kind: 'data' }>> {
  const shaped = await shapeAnswer(run, {
    input,
    returned: rows,
    isOpen,
    ...(count !== undefined && !isOpen && { count }),
  })
  return { kind: 'data', ...shaped }
}

/** The most bytes of rows that are kept because they cannot be made again. */
const MAX_KEPT_BYTES = 60 * 1024 * 1024

/** The rows for one envelope. What cannot fit is only counted; the generator runs to its end, as it may do more. */
class KeptRows {
  readonly rows: JsonValue[] = []
  readonly #run: Run
  readonly #isMadeAgain: boolean
  #room: number

  constructor(
    run: Run,
    { flags: { fields, tokenLimit, tokenOffset, tokenCount } }: ParsedInput,
    isMadeAgain: boolean,
  ) {
    const isReduced =
      tokenCount || [fields, tokenLimit, tokenOffset].some((given) => given !== undefined)
    const { maxBytes: limit } = run.output
    const room = isMadeAgain ? limit : Math.max(limit, MAX_KEPT_BYTES)
    this.#run = run
    this.#isMadeAgain = isMadeAgain
    this.#room = isReduced || limit === 0 ? Number.POSITIVE_INFINITY : room
  }

  /** Says that rows are gone which no cursor makes again. */
  warnOfLoss(count: number): void {
    const lost = count - this.rows.length
    if (this.#room >= 0 || this.#isMadeAgain || lost <= 0) return
    const fix = '--format jsonl writes all of them.'
    warn(this.#run, `${lost} rows are lost: ${MAX_KEPT_BYTES} bytes of rows are kept. ${fix}`)
  }

  add(row: JsonValue): void {
    // The first row that is too much stays, so that the answer is cut before it.
    if (this.#room < 0) return
    this.rows.push(row)
    this.#room -= jsonBytes(row)
  }
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
