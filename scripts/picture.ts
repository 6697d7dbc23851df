import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Few, so that a phone shows them in a size that can be read. */
const COLUMNS = 62

/** A published CLI, and the lines of its bin that are changed. */
const TOOL = 'dependency-cruiser'
const BIN = 'bin/dependency-cruise.mjs'
const CHANGES = [
  [
    'import { program, Option } from "commander"',
    `;\nimport { answerAgents } from '@surety/adopt';`,
  ],
  ['\tprogram\n', '\tanswerAgents(program)\n'],
] as const

/** A line of a terminal, in one style. */
interface Shown {
  readonly text: string
  readonly style: '' | 'note' | 'typed' | 'added' | 'taken' | 'failed'
}

/** Runs the calls for real, bare and adopted, and gives what a terminal shows of them. */
export async function recordScreen(): Promise<readonly Shown[]> {
  await mkdir(join(root, 'build'), { recursive: true })
  // Inside of the project, where its copy finds what it imports.
  const folder = await mkdtemp(join(root, 'build', 'picture-'))
  try {
    await adoptTool(folder)
    const bare = await run('bare --no-config nope', folder)
    const call = 'depcruise --no-config nope'
    const adopted = await run(call, folder)
    if (adopted.output !== bare.output || adopted.exit !== bare.exit)
      throw new Error(`The adopted program prints something else:\n${adopted.output}`)
    return [
      note(`${TOOL}, with one line changed`),
      { text: `+ import { answerAgents } from '@surety/adopt'`, style: 'added' },
      { text: '- program.description(…)…parse(process.argv)', style: 'taken' },
      { text: '+ answerAgents(program).description(…)…parse(process.argv)', style: 'added' },
      blank,
      note('As before: every byte, and the exit'),
      ...shown(call, adopted),
      blank,
      note('An agent asks'),
      ...shown(`${call} --json`, await run(`${call} --json 2> log`, folder)),
      blank,
      note('A pipe hides the failure from bash; surety names it'),
      ...(await hidden(call, folder)),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts the tool into a folder twice, as it is published and with the changed lines. */
async function adoptTool(folder: string): Promise<void> {
  await cp(join(root, 'node_modules', TOOL), join(folder, TOOL), { recursive: true })
  let text = await readFile(join(folder, TOOL, BIN), 'utf8')
  for (const [from, to] of CHANGES) {
    if (!text.includes(from)) throw new Error(`${BIN} has no ${from}`)
    text = text.replace(from, to.startsWith(';') ? `${from}${to}` : to)
  }
  await writeFile(join(folder, TOOL, 'bin', 'adopted.mjs'), text)
  await mkdir(join(folder, 'bin'))
  const programs = { bare: join(TOOL, BIN), depcruise: join(TOOL, 'bin', 'adopted.mjs') }
  for (const [name, file] of Object.entries(programs)) {
    const script = `#!/bin/sh\nexec node '${join(folder, file)}' "$@"\n`
    await writeFile(join(folder, 'bin', name), script, { mode: 0o755 })
  }
  await symlink(join(root, 'packages/cli/dist/cli/surety.cjs'), join(folder, 'bin', 'surety'))
}

interface Ended {
  readonly output: string
  readonly exit: number
}

function run(line: string, folder: string): Promise<Ended> {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    LANG: 'C.UTF-8',
  }
  const words = ['-c', `{ ${line}; } 2>&1`]
  return new Promise((resolve) => {
    const child = execFile('bash', words, { cwd: folder, env }, (_error, output) =>
      resolve({ output, exit: child.exitCode ?? 1 }),
    )
  })
}

async function hidden(call: string, folder: string): Promise<readonly Shown[]> {
  const line = `surety sh -- '${call} | tail -1'`
  return shown(line, await run(line, folder))
}

const blank: Shown = { text: '', style: '' }
const note = (text: string): Shown => ({ text: `# ${text}`, style: 'note' })

function shown(typed: string, { output, exit }: Ended): readonly Shown[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return [
    { text: `$ ${typed}`, style: 'typed' },
    ...lines.flatMap((line) => wrapped(line.trim())).map((text): Shown => ({ text, style: '' })),
    { text: `exit ${exit}`, style: 'failed' },
  ]
}

/** Breaks a line where the picture ends, after a comma or a blank if one is near. */
function wrapped(line: string): readonly string[] {
  if (line.length <= COLUMNS) return [line]
  const part = line.slice(0, COLUMNS).replace(/(?<=[ ,])[^ ,]{1,20}$/, '')
  return [part, ...wrapped(line.slice(part.length))]
}

/** Draws a terminal with a title bar, in the colours that the reader's system has. It needs no font and no script. */
export function toSvg(lines: readonly Shown[]): string {
  const [cell, leading, margin, bar] = [8.4, 20, 16, 30]
  const width = Math.round(COLUMNS * cell + 2 * margin)
  const height = bar + lines.length * leading + 2 * margin
  const dots = [16, 34, 52].map((x) => `<circle cx="${x}" cy="15" r="5"/>`)
  const rows = lines.flatMap(({ text, style }, row) =>
    text === ''
      ? []
      : [
          `<text class="${style}" x="${margin}" y="${bar + margin + 14 + row * leading}">${escape(text)}</text>`,
        ],
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A published CLI with one line changed: the same failing call before and after, with --json, and behind a pipe">
<style>
svg { --paper: #f5f6fa; --bar: #e3e6ef; --dot: #b9bfce; --ink: #1a1d29; --soft: #555b6e; --red: #b3261e; --green: #1a6b38 }
@media (prefers-color-scheme: dark) { svg { --paper: #14161c; --bar: #242835; --dot: #4a5063; --ink: #e7e9f0; --soft: #a6adbf; --red: #ff9b92; --green: #7dd69b } }
text { font: 14px ui-monospace, Menlo, Consolas, monospace; fill: var(--ink); white-space: pre }
.title, .note { fill: var(--soft) } .typed { font-weight: bold } .added { fill: var(--green) } .taken, .failed { fill: var(--red) }
.paper { fill: var(--paper) } .bar { fill: var(--bar) } circle { fill: var(--dot) }
</style>
<rect class="paper" width="${width}" height="${height}" rx="8"/>
<path class="bar" d="M0 ${bar}V8a8 8 0 0 1 8-8H${width - 8}a8 8 0 0 1 8 8V${bar}z"/>
${dots.join('')}
<text class="title" x="${width / 2}" y="20" text-anchor="middle">depcruise</text>
${rows.join('\n')}
</svg>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(join(root, 'docs', 'terminal.svg'), toSvg(await recordScreen()))
