/** Why a line cannot be split without a shell. */
export type ShellWordsProblem =
  | 'SUBSTITUTION'
  | 'REDIRECTION'
  | 'OPERATOR'
  | 'GLOB'
  | 'EXPANSION'
  | 'ASSIGNMENT'
  | 'COMMENT'
  | 'UNTERMINATED'

/** The words of a line, or the first part of it that needs a shell. */
export type ShellWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | {
      readonly ok: false
      readonly code: ShellWordsProblem
      readonly message: string
      /** Where in the text, counted from zero. */
      readonly position: number
    }

const REFUSED: ReadonlyMap<string, ShellWordsProblem> = new Map([
  ['$', 'SUBSTITUTION'],
  ['`', 'SUBSTITUTION'],
  ['<', 'REDIRECTION'],
  ['>', 'REDIRECTION'],
  ['|', 'OPERATOR'],
  ['&', 'OPERATOR'],
  [';', 'OPERATOR'],
  ['(', 'OPERATOR'],
  [')', 'OPERATOR'],
  ['\n', 'OPERATOR'],
  ['\r', 'OPERATOR'],
  ['*', 'GLOB'],
  ['?', 'GLOB'],
  ['[', 'GLOB'],
  ['{', 'EXPANSION'],
])

/**
 * Splits a command line into words as a POSIX shell would. Understands quotes and escapes; refuses
 * whatever needs a shell (substitution, pipes, redirection, globs) instead of passing it on as text.
 */
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
      if (close === -1) return refuse('UNTERMINATED', position, text)
      word = (word ?? '') + text.slice(position + 1, close)
      bare = false
      position = close
    } else if (character === '"') {
      const quoted = readDoubleQuoted(text, position)
      if ('code' in quoted) return quoted
      word = (word ?? '') + quoted.value
      bare = false
      position = quoted.close
    } else if (character === '\\') {
      const next = text[position + 1]
      if (next === undefined) return refuse('UNTERMINATED', position, text)
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
): ShellWordsProblem | undefined {
  if (word === undefined) {
    if (character === '#') return 'COMMENT'
    if (character === '~') return 'EXPANSION'
    if (character === '!' && isCommand) return 'OPERATOR'
  }
  if (character === '=' && isCommand && /^[A-Za-z_]\w*$/.test(word ?? '')) return 'ASSIGNMENT'
  return REFUSED.get(character)
}

function readDoubleQuoted(
  text: string,
  open: number,
): { readonly value: string; readonly close: number } | Extract<ShellWords, { ok: false }> {
  let value = ''
  for (let position = open + 1; position < text.length; position += 1) {
    const character = text[position]!
    if (character === '"') return { value, close: position }
    if (character === '$' || character === '`') return refuse('SUBSTITUTION', position, text)
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
  return refuse('UNTERMINATED', open, text)
}

const MEANING: Readonly<Record<ShellWordsProblem, string>> = {
  SUBSTITUTION: 'asks a shell to substitute something',
  REDIRECTION: 'redirects input or output',
  OPERATOR: 'joins or groups commands',
  GLOB: 'is a file pattern',
  EXPANSION: 'asks a shell to expand it',
  ASSIGNMENT: 'sets a variable instead of running a command',
  COMMENT: 'starts a comment',
  UNTERMINATED: 'has no end',
}

function refuse(
  code: ShellWordsProblem,
  position: number,
  text: string,
): Extract<ShellWords, { ok: false }> {
  const what = JSON.stringify(text[position])
  const message = `${what} at position ${position} ${MEANING[code]}; there is no shell here, so quote it`
  return { ok: false, code, message, position }
}
