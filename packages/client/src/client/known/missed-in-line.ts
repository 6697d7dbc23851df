import { plainCallOf } from '../../programs/index.ts'
import { callOf, loadParser, shortText, type Line, type Part } from '../../shell/index.ts'
import { listIn, mainPart } from './line-list.ts'
import type { ListCall } from './list-cap.ts'

/** What is known of a line that has ended, without how its parts ended. */
export interface EndedLine {
  /** The words of its only command that prints; undefined if there are several. */
  readonly words: readonly string[] | undefined
  readonly list: ListCall | undefined
  /** Says which part failed by what it printed, if a pipe or a later command hid its exit. */
  readonly hiddenIn: (output: string) => Promise<string | undefined>
}

/** The line shows or heeds the exits of its parts itself. */
const HEEDS = /\$\?|PIPESTATUS|pipefail|set -[a-z]*e|\|\|/

export async function readEndedLine(text: string, cwd?: string): Promise<EndedLine | undefined> {
  const line = (await loadParser()).parseLine(text)
  if ('why' in line) return undefined
  const main = mainPart(line)
  const hiddenIn = async (output: string) => {
    const suspects = HEEDS.test(text) ? [] : await suspectsIn(line, cwd)
    const found = suspects.find(({ failed }) => new RegExp(failed, 'mu').test(output))
    return found && `${shortText(found.part)} failed; ${found.by} hid its exit`
  }
  return { words: main && callOf(main, cwd), list: await listIn(line, cwd), hiddenIn }
}

/** Finds the parts whose exit nobody sees, and what they print if they fail. */
async function suspectsIn(line: Line, cwd: string | undefined) {
  const found: { readonly part: Part; readonly by: string; readonly failed: string }[] = []
  for (const statement of line.statements) {
    // What a program in the background prints stands among what others print.
    if (statement.isBackground) continue
    // Behind `&&` only what succeeded goes on, so an end with 0 is that of all pipelines of the last statement.
    const isSeen = statement === line.statements.at(-1)
    for (const { parts } of statement.pipelines)
      for (const part of parts) {
        const words = isSeen && part === parts.at(-1) ? undefined : callOf(part, cwd)
        const { failed } = (words && (await plainCallOf(words, { hasErrors: false }))) ?? {}
        const by = part === parts.at(-1) ? 'the rest of the line' : 'the pipe'
        if (failed !== undefined) found.push({ part, by, failed })
      }
  }
  return found
}
