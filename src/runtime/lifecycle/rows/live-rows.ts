import type { JsonValue } from '../../../contract/index.ts'
import type { Command } from '../../declare/command.ts'
import { LiveTable } from '../../human/value-text.ts'
import { createScreen } from '../../human/terminal/screen.ts'
import { cleanShownJson } from '../../output/finish.ts'
import { screenOf } from '../../output/screen-of.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import { endProgress, type Run } from '../../run/run-state.ts'

/** How long and for how many rows the first ones wait for each other, to share a layout. */
const FIRST = { ms: 100, rows: 40 }

/** Tests whether a person can see rows as they come: no hook and no flag needs all of them at once. */
export function showsRowsLive(run: Run, { declaration }: Command, input: ParsedInput): boolean {
  const { output, world } = run
  return (
    output.format === 'human' &&
    world.isStdoutTty &&
    !output.isMeasured &&
    input.flags.fields === undefined &&
    declaration.view === undefined &&
    declaration.text === undefined
  )
}

export class LiveRows {
  readonly #run: Run
  readonly #write: (text: string) => Promise<void>
  readonly #table: LiveTable
  #first: JsonValue[] | null = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(run: Run, write: (text: string) => Promise<void>) {
    this.#run = run
    this.#write = write
    this.#table = new LiveTable(createScreen(screenOf(run)))
  }

  async add(row: JsonValue): Promise<void> {
    const clean = cleanShownJson(this.#run, row)
    if (this.#first === null) return this.#show([clean])
    this.#first.push(clean)
    this.#timer ??= setTimeout(() => void this.end(), FIRST.ms)
    if (this.#first.length >= FIRST.rows) await this.end()
  }

  /** Shows the rows that still wait for others. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    const first = this.#first ?? []
    this.#first = null
    await this.#show(first)
  }

  async finish(): Promise<void> {
    await this.end()
    await this.#print(this.#table.footer())
  }

  #show(rows: readonly JsonValue[]): Promise<void> {
    return this.#print(this.#table.render(rows))
  }

  #print(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return this.#writing
    // A progress line would stay between the rows.
    endProgress(this.#run)
    this.#writing = this.#writing.then(() => this.#write(`${lines.join('\n')}\n`))
    // Whoever waits for it hears of a failure; the timer does not wait.
    this.#writing.catch(() => {})
    return this.#writing
  }
}
