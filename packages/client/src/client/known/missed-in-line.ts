import { judgeLine, parseLine, wordsOf, type JudgedLine } from '../../shell/index.ts'
import type { EndedCommand } from './ended-command.ts'
import { listIn, mainPart } from './line-list.ts'
import type { ListCall } from './list-cap.ts'

/** What is known of a line that has ended, without how its parts ended. */
export interface EndedLine {
  readonly judged: JudgedLine
  /** The words of its only command that prints; undefined if there are several. */
  readonly words: readonly string[] | undefined
  readonly list: ListCall | undefined
}

export async function readEndedLine(ended: EndedCommand): Promise<EndedLine | undefined> {
  const { command, exit, output } = ended
  const line = parseLine(command)
  if ('why' in line) return undefined
  const main = mainPart(line)
  const judged = judgeLine({ line: command, exit: exit ?? 0, output })
  return { judged, words: main && wordsOf(main), list: await listIn(line) }
}
