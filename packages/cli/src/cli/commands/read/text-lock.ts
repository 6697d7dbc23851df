/**
 * Finds what a shell and a parser may read differently, beside the tree: it stays even where the tree says that there
 * is nothing. A dollar sign before a quote, a blank or a bar means itself.
 */
export function unclearIn(text: string): string | undefined {
  if (!PLAIN.test(text) && UNUSUAL.test(text))
    return 'The line has a control character or an unusual blank.'
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
      return whyLive(text.slice(at + 1))
    else if (quote === '"') quote = character === '"' ? '' : quote
    else if (character === '"' || character === "'") quote = character
  }
  return undefined
}

/** Says what a dollar sign puts in, by the text behind it. */
function whyLive(rest: string): string {
  if (rest.startsWith('((') || rest.startsWith('['))
    return 'The line puts in the result of arithmetic.'
  if (rest.startsWith('(')) return 'The line puts in the output of a command.'
  const [name] = /^\w+|^[@*#?!$-]/.exec(rest) ?? []
  if (name !== undefined) return `The line puts in the value of $${name}.`
  if (rest.startsWith('{')) return 'The line puts in the value of a variable.'
  if (/^['"]/.test(rest))
    return 'The line has a dollar sign before a quote, which changes the text.'
  return 'The line has a dollar sign that a shell may take for a variable.'
}

/** What has none of `UNUSUAL`, whose classes take Node half a millisecond to make. */
const PLAIN = /^[\t\n -~]*$/
/** Controls, marks that are not seen, blanks of other scripts, and halves of characters. */
const UNUSUAL = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u
