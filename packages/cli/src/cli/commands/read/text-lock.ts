/**
 * Finds what a shell and a parser may read differently, beside the tree: it stays even where the tree says that there
 * is nothing. A dollar sign before a quote, a blank or a bar means itself.
 */
export function unclearIn(text: string): string | undefined {
  if (UNUSUAL.test(text)) return 'The line has a control character or an unusual blank.'
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const next = text[at + 1] ?? ''
    if (quote === "'") {
      if (character === "'") quote = ''
      continue
    }
    if (character === '\\') {
      if (next === '\n') return 'The line is joined by a backslash.'
      at += 1
    } else if (character === '`') return 'The line puts in the output of a command.'
    else if (character === '$' && !(quote === '"' ? /["|) \\/]/ : /[ |)]|^$/).test(next))
      return 'The line puts in a value.'
    else if (quote === '"') quote = character === '"' ? '' : quote
    else if (character === '"' || character === "'") quote = character
  }
  return undefined
}

/** Controls, marks that are not seen, blanks of other scripts, and halves of characters. */
const UNUSUAL = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u
