import { oneLine } from '../../../internal/visible-text.ts'
import { cutTo, longest, padTo, widthOf, type Screen } from '../../../runtime/human/index.ts'

/** One bar of the chart. */
export interface Bar {
  readonly label: string
  readonly value: number
  /** The text after the bar; default the value. */
  readonly note?: string
}

/** Draws horizontal bars, scaled to the largest value, with labels and notes aligned. */
export function renderBars(bars: readonly Bar[], screen: Screen): string[] {
  const { paint, glyphs } = screen
  const columns = screen.columns === 0 ? 80 : screen.columns
  const limit = Math.floor(columns / 3)
  const labels = bars.map(({ label }) => cutTo(oneLine(label), limit, glyphs.ellipsis))
  const notes = bars.map(({ value, note }) => oneLine(note ?? String(value)))
  const left = longest(labels)
  const right = longest(notes)
  const room = Math.max(1, columns - left - right - 4)
  const most = bars.reduce((top, { value }) => Math.max(top, value), 0)
  return bars.map(({ value }, at) => {
    const length = most > 0 ? (Math.max(0, value) / most) * room : 0
    const bar = barText(length, screen)
    const space = ' '.repeat(room - widthOf(bar))
    return `${padTo(labels[at]!, left)}  ${paint.cyan(bar)}${space}  ${padTo(notes[at]!, right, 'right')}`
  })
}

/** Draws a bar in eighths of a column; a value above zero always shows. */
function barText(length: number, { glyphs }: Screen): string {
  const steps = glyphs.eighths.length
  const units = length > 0 ? Math.max(1, Math.round(length * steps)) : 0
  return glyphs.block.repeat(Math.floor(units / steps)) + glyphs.eighths[units % steps]!
}
