import type { JsonValue } from '../../../contract/index.ts'
import type { Command } from '../../declare/command.ts'
import { LiveTable } from '../../human/live-table.ts'
import { createScreen } from '../../human/terminal/screen.ts'
import { cleanShownJson } from '../../output/surroundings.ts'
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

export function createLiveRows(run: Run, write: (text: string) => Promise<void>) {
  const table = new LiveTable(createScreen(screenOf(run)))
  let first: JsonValue[] | null = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const print = (lines: readonly string[]): Promise<void> => {
    if (lines.length === 0) return writing
    // A progress line would stay between the rows.
    endProgress(run)
    writing = writing.then(() => write(`${lines.join('\n')}\n`))
    // Whoever waits for it hears of a failure; the timer does not wait.
    writing.catch(() => {})
    return writing
  }
  /** Shows the rows that still wait for others. */
  const end = async (): Promise<void> => {
    clearTimeout(timer)
    const waiting = first ?? []
    first = null
    await print(table.render(waiting))
  }
  return {
    end,
    add: async (row: JsonValue): Promise<void> => {
      const clean = cleanShownJson(run, row)
      if (first === null) return print(table.render([clean]))
      first.push(clean)
      timer ??= setTimeout(() => void end(), FIRST.ms)
      if (first.length >= FIRST.rows) await end()
    },
    finish: async (): Promise<void> => {
      await end()
      await print(table.footer())
    },
  }
}
