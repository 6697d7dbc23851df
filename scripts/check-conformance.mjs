// Checks our own tools with our own kit, each at the highest level that it must reach.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { root, toolPath } from './build/targets.mjs'

/** More than a pipe holds. */
const LARGE = 'All work and no play. '.repeat(3200)

/** A profile, commands that fill its sandbox first, and reads that are too long for a profile. */
const tools = [
  { profile: 'tests/bin/hello.surety.yaml', reads: [`hello '${LARGE}'`] },
  { profile: 'tests/bin/surety.surety.yaml' },
  {
    profile: 'examples/td/td.surety.yaml',
    before: [
      ['td', 'add', 'Buy milk'],
      ['td', 'add', 'Read the book', '--desc', LARGE],
      ['td', 'project-add', 'Home'],
      ['td', 'label-add', 'soon'],
    ],
  },
  { profile: 'tests/tools/claw/claw.surety.yaml', reads: [`route '${LARGE}'`] },
  {
    profile: 'tests/tools/animus/animus.surety.yaml',
    before: ['One', 'Two', 'Three'].map((title) => [
      'animus',
      'subject',
      'create',
      '--title',
      title,
      ...(title === 'Three' ? ['--body', LARGE] : []),
    ]),
  },
  {
    profile: 'tests/tools/pay/pay.surety.yaml',
    reads: [`check GET 'https://api.maps.example/${LARGE.replaceAll(' ', '+')}'`],
  },
]
const wanted = process.argv.slice(2)

const waiting = tools.filter(
  ({ profile }) => wanted.length === 0 || wanted.some((word) => profile.includes(word)),
)
// Two at a time: much of a check is waiting.
await Promise.all([checkTools(waiting), checkTools(waiting)])
if (wanted.length === 0 || wanted.includes('own')) await checkOwnContract()

/** Holds our own command against the contract and the answers in tests/own. */
async function checkOwnContract() {
  const own = join(root, 'tests', 'own')
  const fixtures = join(own, 'answers')
  const profile = ['--profile', join(own, 'surety.surety.yaml')]
  const write = ['fixtures', 'record', '--update', '--dir', fixtures, ...profile]
  for (const words of [
    ['fixtures', 'drift', '--frozen', '--dir', fixtures, ...profile],
    ['fixtures', 'compare', '--dir', fixtures, ...profile],
  ]) {
    const sandbox = mkdtempSync(join(tmpdir(), 'surety-own-'))
    const env = { PATH: process.env.PATH, HOME: sandbox, SURETY_STATE_DIR: sandbox }
    const main = join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs')
    const { status, stdout } = spawnSync(process.execPath, [main, ...words, '--format', 'plain'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    rmSync(sandbox, { recursive: true, force: true })
    const told = write.map((word) => (word.startsWith(root) ? relative(root, word) : word))
    const fix = `If the change is wanted: node packages/cli/dist/cli/surety.cjs ${told.join(' ')}\n`
    process.stdout.write(
      `surety ${words.slice(0, 2).join(' ')}: ${stdout}${status === 0 ? '' : fix}`,
    )
    if (status !== 0) process.exitCode = 1
  }
}

/** Checks one tool after the other until none is left. */
async function checkTools(left) {
  for (let tool = left.shift(); tool !== undefined; tool = left.shift()) await checkTool(tool)
}

async function checkTool({ profile, before = [], reads = [], level = 3 }) {
  const sandbox = mkdtempSync(join(tmpdir(), 'surety-conformance-'))
  const env = {
    PATH: process.env.PATH,
    HOME: sandbox,
    TD_DATA_DIR: join(sandbox, 'td'),
    AGENTSCORE_PAY_HOME: join(sandbox, 'pay'),
    SURETY_STATE_DIR: join(sandbox, 'surety'),
  }
  const run = (file, words) =>
    new Promise((resolve) => {
      const child = execFile(file, words, { cwd: sandbox, env }, (error, stdout, stderr) =>
        resolve({ stdout, stderr, hasFailed: error !== null }),
      )
      child.stdin.end()
    })
  for (const [name, ...words] of before) await run(join(root, toolPath(name)), words)
  const { stdout, stderr, hasFailed } = await run(process.execPath, [
    join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs'),
    'check',
    '--profile',
    join(root, profile),
    '--level',
    String(level),
    '--fail-on',
    'not-shown',
    '--json',
    ...reads.flatMap((read) => ['--read', read]),
  ])
  rmSync(sandbox, { recursive: true, force: true })
  if (hasFailed) process.exitCode = 1
  process.stdout.write(
    hasFailed
      ? `${profile}: ${explain(stdout) ?? stderr}\n`
      : `${profile}: level ${level} is reached${leftOut(stdout)}\n`,
  )
}

/** Lists what is broken or not shown, one line each. */
function explain(stdout) {
  const { data, error, meta } = JSON.parse(stdout)
  const findings = (data ?? meta.data)?.findings ?? []
  const lines = findings
    .filter((finding) => finding.status !== 'kept')
    .map(
      ({ status, check, summary, reproduce }) =>
        `  ${status} ${check}: ${summary} ${reproduce ?? ''}`,
    )
  return [error.message, ...lines].join('\n')
}

/** Lists the checks that the profile or the manifest leaves out, and why. */
function leftOut(stdout) {
  const { left_out: left } = JSON.parse(stdout).data
  return left.map(({ checks, reason }) => `\n  left out ${checks.join(', ')}: ${reason}`).join('')
}
