import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Few, so that a phone shows them in a size that can be read. */
const COLUMNS = 60

/** What somebody types, and what it shows; each line is run for real. */
const SCENES = [
  ['A pipe hides a failure, and surety names it', "surety sh -- 'ls missing 2>&1 | tail -1'"],
  ['A tool of yours: a person reads text', 'node greet.mjs Ada'],
  ['A program reads one line of JSON', 'node greet.mjs Ada | cat'],
] as const

/** A piece of a line in one style. */
interface Piece {
  readonly text: string
  readonly style: string
}

/** The lines of one scene: what it is about, what is typed, what comes out. */
type Scene = readonly (readonly Piece[])[]

/** Runs the lines at a terminal, with the five-line tool of the README, and gives what each scene shows. */
export async function recordScreen(): Promise<readonly Scene[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surety-picture-'))
  try {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const [, tool = ''] = /^```js file=greet\.mjs\n([\s\S]+?)^```/m.exec(readme) ?? []
    await writeFile(join(folder, 'greet.mjs'), tool)
    await mkdir(join(folder, 'bin'))
    await mkdir(join(folder, 'node_modules'))
    await symlink(join(root, 'node_modules', 'surety'), join(folder, 'node_modules', 'surety'))
    await symlink(
      join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs'),
      join(folder, 'bin', 'surety'),
    )
    const scenes: Scene[] = []
    for (const [about, line] of SCENES) {
      const typed = [
        { text: '$ ', style: 'dim' },
        { text: line, style: 'bold' },
      ]
      const shown = toLines(await runAtTerminal(line, folder))
      scenes.push([[{ text: `# ${about}`, style: 'cyan' }], typed, ...shown])
    }
    return scenes
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runAtTerminal(line: string, folder: string): Promise<string> {
  const { PATH = '' } = process.env
  const env = {
    PATH: `${join(folder, 'bin')}:${PATH}`,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  }
  const words = ['-qefc', `stty cols ${COLUMNS} rows 24; ${line}; true`, '/dev/null']
  const { stdout } = await promisify(execFile)('script', words, { cwd: folder, env })
  return stdout
}

/** Plays what a terminal got: lines that were drawn over are gone, styles are names. */
function toLines(output: string): readonly (readonly Piece[])[] {
  const lines: Piece[][] = []
  for (const drawn of output.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')) {
    const shown = drawn.slice(drawn.lastIndexOf('\r') + 1)
    lines.push(...wrapped(toPieces(shown)))
  }
  return lines
}

const SEQUENCE = new RegExp(String.raw`${'\u001B'}\[([\d;?]*)([A-Za-z])`)
const COLOURS: Readonly<Record<string, string>> = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
}

function toPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  const on = new Map<string, string>()
  const parts = text.split(new RegExp(SEQUENCE, 'g'))
  for (let at = 0; at < parts.length; at += 3) {
    if (parts[at]) pieces.push({ text: parts[at]!, style: [...on.values()].join(' ') })
    if (parts[at + 2] !== 'm') continue
    for (const code of parts[at + 1]!.split(';')) {
      if (code === '1') on.set('weight', 'bold')
      else if (code === '2') on.set('weight', 'dim')
      else if (code === '22') on.delete('weight')
      else if (code === '39') on.delete('colour')
      else if (COLOURS[code]) on.set('colour', COLOURS[code])
      else if (code === '0' || code === '') on.clear()
    }
  }
  return pieces
}

/** Breaks a line where the picture ends, after a word if one ends there. */
function wrapped(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]]
  let column = 0
  for (const { text, style } of pieces)
    for (let left = text; left !== '';) {
      if (column === COLUMNS) {
        lines.push([])
        column = 0
      }
      const room = left.slice(0, COLUMNS - column)
      const part = left.length > room.length ? room.replace(/(?<= )[^ ]*$/, '') : room
      lines.at(-1)!.push({ text: part, style })
      column += part.length
      left = left.slice(part.length)
      if (left !== '') column = COLUMNS
    }
  return lines
}

/** Seconds between the lines of a scene, and between scenes. */
const PACE = { line: 0.2, scene: 0.8 }

/** Draws the scenes as SVG, line after line. It needs no font and no script; who wants no motion sees all at once. */
export function toSvg(scenes: readonly Scene[]): string {
  const [cell, leading, margin] = [8.4, 20, 16]
  const width = Math.round(COLUMNS * cell + 2 * margin)
  let [row, time] = [0, 0]
  const rows = scenes.flatMap((scene, index) => {
    if (index > 0) row += 1
    time += index > 0 ? PACE.scene : 0
    return scene.map((line) => {
      const y = margin + 14 + row * leading
      const delay = `style="animation-delay:${time.toFixed(1)}s"`
      row += 1
      time += PACE.line
      const spans = line.map(({ text, style }) =>
        style === '' ? escape(text) : `<tspan class="${style}">${escape(text)}</tspan>`,
      )
      return `<text x="${margin}" y="${y}" ${delay}>${spans.join('')}</text>`
    })
  })
  const height = row * leading + 2 * margin
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A failure that a pipe hid, a tool at a terminal, and the same tool in a pipe">
<style>
text { font: 14px ui-monospace, Menlo, Consolas, monospace; fill: #e7e9f0; white-space: pre; animation: appear .3s both }
@keyframes appear { from { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
.bold { font-weight: bold } .dim { fill: #a6adbf } .red { fill: #ff9b92 } .green { fill: #7dd69b } .yellow { fill: #f0b95e } .cyan { fill: #a5aeff }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#14161c"/>
${rows.join('\n')}
</svg>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(join(root, 'docs', 'terminal.svg'), toSvg(await recordScreen()))
