const MOST_CHARACTERS = 4096

/** What others than the framework printed to stdout in a run, for generations that report it. */
export class Noise {
  isHeard = false
  #prose = ''

  /** Takes a piece of it. JSON is left out of the report: it could be taken for a second answer. */
  add(text: string): void {
    this.isHeard = true
    const left = MOST_CHARACTERS - this.#prose.length
    if (left > 0 && !isJson(text)) this.#prose += text.slice(0, left)
  }

  get prose(): string {
    return this.#prose.trim()
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const OWN_FOLDER = new URL('.', import.meta.url).pathname

/** Names the file whose code is printing, as far as the stack tells; the framework itself does not count. */
export function printingFile(): string {
  const { stack = '' } = new Error()
  for (const [, file = ''] of stack.matchAll(/(?:file:\/\/|[( ])(\/[^\s()]+):\d+:\d+/g))
    if (!file.startsWith(OWN_FOLDER)) return file
  return 'A library'
}
