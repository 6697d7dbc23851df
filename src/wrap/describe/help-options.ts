import type { Parameter } from '../../description/index.ts'
import { readOptionLine } from '../../grammars/index.ts'
import { setMember } from '../../internal/json/json-members.ts'

/** Longer lines and pages are no help but a flood. */
const MOST = { line: 1000, page: 256 * 1024 }

/** A line that begins with options, behind at most twelve blanks, and its explanation behind two more. */
const LINE =
  /^\s{1,12}(-[^\s,]+(?:[ ,]+(?:-[^\s,]+|<[^>\n]*>|\[[^\]\n]*\]|[A-Z][A-Z0-9_|.-]*|[a-z]+(?=\s{2,}|$)))*)(?:\s{2,}(\S.*)|\s*)$/

/** Reads the options of a page of help. */
export function readHelpOptions(page: string): Readonly<Record<string, Parameter>> {
  const options: Record<string, Parameter> = {}
  for (const line of page.slice(0, MOST.page).split('\n')) {
    if (line.length > MOST.line) continue
    const [, names, summary] = LINE.exec(line) ?? []
    if (names === undefined) continue
    const found = readOptionLine(names, summary)
    if (found !== undefined && !Object.hasOwn(options, found[0])) setMember(options, ...found)
  }
  return options
}
