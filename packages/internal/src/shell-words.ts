/** The words of a line, or the first part of it that needs a shell. */
export type ShellWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly message: string }

const SUBSTITUTES = 'asks a shell to substitute something'
const EXPANDS = 'asks a shell to expand it'
const JOINS = 'joins or groups commands'
const HAS_NO_END = 'has no end'

/** What a character outside of quotes would have a shell do. */
function meaningOf(character: string): string | undefined {
  if ('$`'.includes(character)) return SUBSTITUTES
  if ('<>'.includes(character)) return 'redirects input or output'
  if ('|&;()\n\r'.includes(character)) return JOINS
  if ('*?['.includes(character)) return 'is a file pattern'
  return character === '{' ? EXPANDS : undefined
}

/** Splits a command line as a POSIX shell would; refuses what needs a shell instead of passing it on as text. */
export function splitWords(text: string): ShellWords {
  const words: string[] = []
  let word: string | undefined
  let bare = true
  let position = 0
  const end = () => {
    if (word !== undefined) words.push(word)
    word = undefined
    bare = true
  }
  while (position < text.length) {
    const character = text[position]!
    if (character === ' ' || character === '\t') {
      end()
    } else if (character === "'") {
      const close = text.indexOf("'", position + 1)
      if (close === -1) return refuse(HAS_NO_END, position, text)
      word = (word ?? '') + text.slice(position + 1, close)
      bare = false
      position = close
    } else if (character === '"') {
      const quoted = readDoubleQuoted(text, position)
      if ('message' in quoted) return quoted
      word = (word ?? '') + quoted.value
      bare = false
      position = quoted.close
    } else if (character === '\\') {
      const next = text[position + 1]
      if (next === undefined) return refuse(HAS_NO_END, position, text)
      // A backslash before a line feed joins the lines and adds nothing to the word.
      if (next !== '\n') word = (word ?? '') + next
      bare = false
      position += 1
    } else {
      const problem = bareProblem(character, word, words.length === 0 && bare)
      if (problem !== undefined) return refuse(problem, position, text)
      word = (word ?? '') + character
    }
    position += 1
  }
  end()
  return { ok: true, words }
}

function bareProblem(
  character: string,
  word: string | undefined,
  isCommand: boolean,
): string | undefined {
  if (word === undefined) {
    if (character === '#') return 'starts a comment'
    if (character === '~') return EXPANDS
    if (character === '!' && isCommand) return JOINS
  }
  if (character === '=' && isCommand && /^[A-Za-z_]\w*$/.test(word ?? ''))
    return 'sets a variable instead of running a command'
  return meaningOf(character)
}

function readDoubleQuoted(
  text: string,
  open: number,
): { readonly value: string; readonly close: number } | Extract<ShellWords, { ok: false }> {
  let value = ''
  for (let position = open + 1; position < text.length; position += 1) {
    const character = text[position]!
    if (character === '"') return { value, close: position }
    if (character === '$' || character === '`') return refuse(SUBSTITUTES, position, text)
    if (character !== '\\') {
      value += character
      continue
    }
    const next = text[position + 1]
    if (next === undefined) break
    position += 1
    if (next === '\n') continue
    value += '$`"\\'.includes(next) ? next : `\\${next}`
  }
  return refuse(HAS_NO_END, open, text)
}

function refuse(meaning: string, position: number, text: string) {
  const what = JSON.stringify(text[position])
  const message = `${what} at position ${position} ${meaning}; there is no shell here, so quote it`
  return { ok: false, message } as const
}
