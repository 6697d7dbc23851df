import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { pages } from './documents.ts'

/** A bar: its name, its length, and the text at its end. */
export interface Bar {
  readonly name: string
  readonly value: number
  readonly text: string
}

// Narrow, with each name above its bar, so that a phone shows it in a size that can be read.
const [WIDTH, ROW, MARGIN, END] = [480, 54, 16, 96]

/** Draws bars as SVG, ours in our colour, and gives the Markdown that shows them; the table below has the figures. */
export async function writeChart(name: string, alt: string, bars: readonly Bar[]): Promise<string> {
  const most = Math.max(...bars.map(({ value }) => value))
  const room = WIDTH - END - 2 * MARGIN
  const rows = bars.flatMap(({ name: label, value, text }, index) => {
    const y = MARGIN + index * ROW
    const length = Math.max(2, Math.round((value / most) * room))
    const own = /surety/.test(label) ? 'own' : 'other'
    return [
      `<text x="${MARGIN}" y="${y + 14}" class="${own}">${escape(label)}</text>`,
      `<rect x="${MARGIN}" y="${y + 22}" width="${length}" height="16" rx="4" class="${own}"/>`,
      `<text x="${MARGIN + length + 8}" y="${y + 35}">${escape(text)}</text>`,
    ]
  })
  const height = 2 * MARGIN + bars.length * ROW
  const drawn = (
    text: string,
    own: string,
    other: string,
  ) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(alt)}">
<style>
text { font: 16px system-ui, sans-serif; fill: ${text} } text.own { font-weight: bold }
rect.own { fill: ${own} } rect.other { fill: ${other} }
</style>
${rows.join('\n')}
</svg>
`
  const folder = join(pages, 'public', 'charts')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}-light.svg`), drawn('#1b1d29', '#3a43c1', '#b6bac9'))
  await writeFile(join(folder, `${name}-dark.svg`), drawn('#e7e9f0', '#a5aeff', '#565d75'))
  // An image does not see which theme the reader chose, so there is one for each.
  return `![${alt}](/charts/${name}-light.svg){.if-light} ![${alt}](/charts/${name}-dark.svg){.if-dark}`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
