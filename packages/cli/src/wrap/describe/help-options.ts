import type { Parameter } from 'surety/unstable/description'
import { readOptionLine } from 'surety/unstable/grammars'
import { setMember } from '@surety/internal/json/json-members.ts'

/** Longer lines and pages are no help but a flood. */
const MOST = { line: 1000, page: 256 * 1024, indent: 12 }

/** A name of an option, of its value, or the kind of its value: `string`. */
const NAME = /^(?:-\S*|[<[].*|.*[\]>]|[A-Z][A-Z0-9_|.-]*|[a-z]+)$/

/** Reads the options of a page of help. */
export function readHelpOptions(page: string): Readonly<Record<string, Parameter>> {
  const options: Record<string, Parameter> = {}
  for (const line of page.slice(0, MOST.page).split('\n')) {
    const text = line.trim()
    const indent = line.indexOf(text)
    if (line.length > MOST.line || indent === 0 || indent > MOST.indent) continue
    // Two blanks are between an option and what it does.
    const [names = '', ...about] = text.split(/ {2,}|\t/)
    const words = names.split(/[ ,]/).filter((word) => word !== '')
    const isOption = names.startsWith('-') && words.every((word) => NAME.test(word))
    const found = isOption ? readOptionLine(names, about.join(' ')) : undefined
    if (found !== undefined && !Object.hasOwn(options, found[0])) setMember(options, ...found)
  }
  return options
}
