// Checks the programs of profiles/ and writes bench/results/board.json and board.md. Needs Debian, bwrap, and
// `npm ci --prefix bench/board`. Usage: npx tsx bench/board/board.ts [program…], or --page to write the page alone
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { writeBoard, type BoardResults, type Checked, type Found } from './page.ts'
import programs from './programs.json' with { type: 'json' }
import { makeWorkshop } from './workshop.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const surety = join(here, '../../packages/cli/dist/cli/surety.cjs')
const files = { json: join(here, '../results/board.json'), page: join(here, '../results/board.md') }
const known = programs as Readonly<
  Record<string, { from: string; package: string; scored?: boolean }>
>

const wanted = process.argv.slice(2)
if (!wanted.includes('--page')) {
  const stored = existsSync(files.json)
    ? (JSON.parse(readFileSync(files.json, 'utf8')) as BoardResults).programs
    : []
  const names = readdirSync(join(here, 'profiles'))
    .map((file) => file.replace('.surety.yaml', ''))
    .toSorted()
  const checked: Checked[] = []
  for (const name of names) {
    const old = stored.find((each) => each.name === name)
    if (wanted.length > 0 && !wanted.includes(name)) {
      if (old !== undefined) checked.push(old)
      continue
    }
    const found = check(name)
    if (found !== undefined) checked.push(found)
    process.stderr.write(
      `${name}: ${found === undefined ? 'is not here' : `${found.findings.filter(({ status }) => status === 'broken').length} broken`}\n`,
    )
  }
  const results: BoardResults = {
    date: new Date().toISOString().slice(0, 10),
    system: systemName(),
    programs: checked,
  }
  writeFileSync(files.json, `${JSON.stringify(results, undefined, 1)}\n`)
}
writeFileSync(files.page, writeBoard(JSON.parse(readFileSync(files.json, 'utf8')) as BoardResults))

/** Checks one program in a folder of its own: the system can only be read, and there is no network. */
function check(name: string): Checked | undefined {
  const folder = makeWorkshop()
  try {
    const version = versionOf(name)
    if (version === undefined) return undefined
    const profile = join(folder, 'profile.surety.yaml')
    copyFileSync(join(here, 'profiles', `${name}.surety.yaml`), profile)
    const words = [
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--tmpfs',
      '/run',
      '--bind',
      folder,
      folder,
      '--unshare-all',
      '--die-with-parent',
      '--chdir',
      folder,
    ]
    const { stdout, stderr } = spawnSync(
      'bwrap',
      [
        ...words,
        process.execPath,
        surety,
        'check',
        '--profile',
        profile,
        '--all',
        '--fail-on',
        'never',
        '--json',
      ],
      {
        env: {
          PATH: `${join(here, 'node_modules/.bin')}:/usr/local/bin:/usr/bin:/bin`,
          HOME: join(folder, 'home'),
          LANG: 'C.UTF-8',
        },
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    )
    return { name, version, ...known[name]!, findings: findingsOf(stdout, stderr, folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Answer {
  readonly ok: boolean
  readonly data: { readonly findings: readonly (Found & { readonly evidence?: unknown })[] } | null
}

function findingsOf(stdout: string, stderr: string, folder: string): readonly Found[] {
  let answer: Answer
  try {
    answer = JSON.parse(stdout) as Answer
  } catch {
    throw new Error(`surety check gave no answer: ${stderr.slice(0, 500)}`)
  }
  if (answer.data === null) throw new Error(`surety check failed: ${stdout.slice(0, 500)}`)
  return answer.data.findings.map(({ check: id, status, title, summary, reproduce }) => ({
    check: id,
    status,
    title,
    ...(status === 'broken' && {
      summary: summary?.replaceAll(folder, '.'),
      reproduce: reproduce?.replaceAll(folder, '.'),
    }),
  })) as readonly Found[]
}

function versionOf(name: string): string | undefined {
  const { from, package: source } = known[name]!
  if (from === 'npm') {
    const manifest = join(here, 'node_modules', source, 'package.json')
    return existsSync(manifest)
      ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
      : undefined
  }
  if (from === 'node')
    return execFileSync('npm', ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const { status, stdout } = spawnSync(
    'dpkg-query',
    ['--show', '--showformat=${Version}', source],
    { encoding: 'utf8' },
  )
  return status === 0 ? stdout.trim() : undefined
}

function systemName(): string {
  return /PRETTY_NAME="([^"]+)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux'
}
