import widthOfText from 'fast-string-width'

/** Created on first use: loading its data takes longer than everything else in a page of help. */
let graphemes: Intl.Segmenter | undefined

const PRINTABLE_ASCII = /^[ -~]*$/

/** Counts the columns of a text; escape sequences take none. */
export function widthOf(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : widthOfText(text)
}

export function longest(texts: readonly string[]): number {
  // Math.max(...texts) would exceed the argument limit for very long lists.
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0)
}

/** Pads text to a width, on the right or, for numbers, on the left. */
export function padTo(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

/** Puts a lead before the first line, and indents the others by its width. */
export function hanging(lead: string, lines: readonly string[]): string[] {
  const space = ' '.repeat(widthOf(lead))
  return lines.map((line, at) => (at === 0 ? lead : space) + line)
}

/** Cuts unstyled text to a width and marks the cut. */
export function cutTo(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text
  const mark = widthOf(ellipsis) < width ? ellipsis : ''
  const [head] = splitAt(text, width - widthOf(mark), 0)
  return head.trimEnd() + mark
}

/**
 * Wraps unstyled text at spaces and splits words longer than a line; a width of 0 keeps the lines of
 * the text.
 */
export function wrapTo(text: string, width: number): string[] {
  const lines = text.split('\n')
  return width <= 0 ? lines : lines.flatMap((line) => wrapLine(line, width))
}

function wrapLine(line: string, width: number): string[] {
  if (fits(line, width)) return [line]
  const lines: string[] = []
  const indent = /^ */.exec(line)![0].slice(0, Math.max(0, width - 8))
  let current = indent
  for (const word of line.trim().split(/ +/)) {
    const joined = current.trim() === '' ? current + word : `${current} ${word}`
    if (fits(joined, width)) {
      current = joined
      continue
    }
    if (current.trim() !== '') lines.push(current)
    let rest = indent + word
    while (!fits(rest, width)) {
      const [head, tail] = splitAt(rest, width, 1)
      lines.push(head)
      rest = tail
    }
    current = rest
  }
  return [...lines, current]
}

/** Splits text where it reaches a width; the head has at least `least` characters. */
function splitAt(text: string, width: number, least: 0 | 1): [string, string] {
  if (width > 0 && PRINTABLE_ASCII.test(text.slice(0, width + 1))) {
    return [text.slice(0, width), text.slice(width)]
  }
  let used = 0
  let at = 0
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  // The segmenter copies its input, so pass only a generous number of characters per column.
  for (const { segment, index } of graphemes.segment(text.slice(0, windowOf(width)))) {
    used += widthOf(segment)
    if (used > width && (least === 0 || index > 0)) break
    at = index + segment.length
  }
  return [text.slice(0, at), text.slice(at)]
}

/** Tests whether text fits, without measuring texts that are far too long. */
function fits(text: string, width: number): boolean {
  return text.length <= windowOf(width) && widthOf(text) <= width
}

function windowOf(width: number): number {
  return Math.max(1, width) * 32
}
