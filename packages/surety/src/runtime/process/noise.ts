import { parseJson } from '../../contract/index.ts'

const MOST_CHARACTERS = 4096

/** What others than the framework printed to stdout in a run, for generations that report it. */
export class Noise {
  isHeard = false
  #prose = ''

  /** Takes a piece of it. JSON is left out of the report: it could be taken for a second answer. */
  add(text: string): void {
    this.isHeard = true
    const left = MOST_CHARACTERS - this.#prose.length
    const isJson = /^\s*[[{]/.test(text) && parseJson(text) !== undefined
    if (left > 0 && !isJson) this.#prose += text.slice(0, left)
  }

  get prose(): string {
    return this.#prose.trim()
  }
}

/** Names the file whose code is printing, as far as the stack tells; the framework itself does not count. */
export function printingFile(): string {
  const { stack = '' } = new Error()
  const own = new URL('.', import.meta.url).pathname
  for (const [, file = ''] of stack.matchAll(/(?:file:\/\/|[( ])(\/[^\s()]+):\d+:\d+/g))
    if (!file.startsWith(own)) return file
  return 'A library'
}
