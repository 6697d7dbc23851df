import { splitWords } from '@surety/internal/shell-words.ts'

/** Longer commands are programs. */
export const MAX_COMMAND = 4096
/** What a shell does itself, in other words than a program of that name, or with the words behind it. */
const BUILT_IN =
  /^(?:alias|builtin|cd|command|coproc|do|echo|eval|exec|export|function|if|kill|noglob|nocorrect|printf|pwd|read|repeat|select|set|source|test|time|trap|type|unset|until|which|while)$/

/** Splits a command of one plain program; returns why not if some shell could read it as more than that. */
export function plainWords(command: string): readonly string[] | string {
  if (command.length > MAX_COMMAND) return 'The command is long.'
  // A shell takes no other white space away.
  const line = command.replace(/^[ \t]+/, '').replace(/(?<![ \t\n])[ \t\n]+$/, '')
  // oxlint-disable-next-line no-control-regex -- a line break separates commands
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(line))
    return 'It has a line break, an escape or a control character.'
  const split = splitWords(line)
  if (!split.ok) return split.message
  const [program = ''] = split.words
  // A path may lead to another program of that name, and quotes hide an alias.
  if (!/^[a-z][a-z0-9._-]*$/.test(program) || !line.startsWith(program))
    return 'Its program is not a plain name.'
  // Double quotes do not keep shells from their history.
  const bare = line.replaceAll(/'[^']*'|"([^"]*)"/g, (_, text = '') =>
    /!/.test(text) ? '!x' : 'x',
  )
  if (/[=:]~|![^ ]|\}/.test(bare) || split.words.some((word) => /^[=~]/.test(word)))
    return 'Some shells expand a part of it.'
  if (BUILT_IN.test(program)) return 'The shell has a command of its own for it.'
  return split.words
}
