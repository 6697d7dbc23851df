import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'

import { quoteWords } from '@surety/internal/quote-words.ts'
import { followTrace, parseLine, type Line } from '@surety/client/unstable/shell'
import { whyNoLine, type KnownLine } from './known-line.ts'
import { NO_READ_LINES, READ_LINES } from './read-lines.table.ts'
import { TRACE } from './trace-descriptor.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-lines-')))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'sub'))
writeFileSync(join(folder, 'a.txt'), 'x\ny\nx\n')
writeFileSync(join(folder, 'b.txt'), 'x\nz\n')
writeFileSync(join(folder, 'sub', 'c.txt'), 'c\n')
symlinkSync('/etc', join(folder, 'link'))
const env = { PATH: process.env['PATH'], HOME: folder }
const git = (...words: readonly string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=b', ...words], { cwd: folder, env })
git('init', '-q', '.')
git('add', 'a.txt', 'b.txt', 'sub')
git('commit', '-qm', 'x')

const limits = {
  cwd: folder,
  from: folder,
  path: process.env['PATH'] ?? '',
  mayUseNetwork: false,
  mayLeave: false,
}

function run([program = '', ...words]: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it.each(READ_LINES)('%j is read as bash reads it', async (line) => {
  const found = await whyNoLine(line, limits)
  expect(found).toHaveProperty('words')
  expect(run((found as KnownLine).words)).toEqual(run(['bash', '-c', line]))
})

it.each(READ_LINES)(
  '%j is read as bash reads it, also where its parts are watched',
  async (line) => {
    const { watched } = (await whyNoLine(line, limits)) as KnownLine
    if (watched === undefined) return
    const bare = run(['bash', '-c', line])
    const log = `${folder}-trace`
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--norc', '--noprofile', '-p', '-c', watched],
      {
        cwd: folder,
        env,
        stdio: [
          'ignore',
          'pipe',
          'pipe',
          ...Array.from({ length: TRACE - 3 }, () => 'ignore' as const),
          openSync(log, 'w'),
        ],
        encoding: 'utf8',
      },
    )
    const traced = followTrace(parseLine(line) as Line, readFileSync(log, 'utf8'), status!)
    rmSync(log)
    expect({ status, stdout, stderr }).toEqual(bare)
    expect(traced).toBeDefined()
  },
)

it.each(NO_READ_LINES)('%j is refused', async (line) => {
  expect(await whyNoLine(line, limits)).toMatchObject({
    code: expect.stringMatching(/^(?:NOT_A_KNOWN_READ|READ_OUTSIDE|SHOWS_SECRETS)$/),
    message: expect.stringMatching(/^\S.*\.$/s),
  })
})

it.each([
  ['cat <<E\nx\nE', "'<<E' begins a heredoc, whose text is not judged."],
  ['cat <<-E\nx\nE', "'<<-E' begins a heredoc, whose text is not judged."],
  ['cat <<< x', "'<<< x' hands over a text that is not judged; send it with echo and a pipe."],
  [
    'sort < a.txt',
    "'< a.txt' opens a file that is not judged; give the command the file as a word.",
  ],
  ['ls > a.txt', "'> a.txt' redirects elsewhere than to /dev/null or between the streams."],
  ['ls $(pwd)', 'The line puts in the output of a command.'],
  ['ls "$(pwd)"', 'The line puts in the output of a command.'],
  ['ls `pwd`', 'The line puts in the output of a command.'],
  ['head -n $((1 + 1)) a.txt', 'The line puts in the result of arithmetic.'],
  ['head -n $[1 + 1] a.txt', 'The line puts in the result of arithmetic.'],
  ['ls $HOME', 'The line puts in the value of $HOME.'],
  ['ls "$HOME"', 'The line puts in the value of $HOME.'],
  ['echo $?', 'The line puts in the value of $?.'],
  ['ls ${HOME}', 'The line puts in the value of a variable.'],
  ["ls $'a.txt'", 'The line has a dollar sign before a quote, which changes the text.'],
  ['grep $.x a.txt', 'The line has a dollar sign that a shell may take for a variable.'],
  ['ls 2<&1', "'2<&1' redirects elsewhere than to /dev/null or between the streams."],
])('%j is refused with its own reason', async (line, message) => {
  expect(await whyNoLine(line, limits)).toEqual({ code: 'NOT_A_KNOWN_READ', message })
})

it('what runs is never the text that was judged', async () => {
  const found = await whyNoLine('ls   "a.txt"   # x', limits)
  expect((found as KnownLine).words).toEqual([
    'bash',
    '--norc',
    '--noprofile',
    '-p',
    '-c',
    'ls a.txt',
  ])
})

it('a file that is called like an option is judged as one', async () => {
  writeFileSync(join(folder, '-delete'), '')
  expect(await whyNoLine('find *', limits)).toHaveProperty('code')
  rmSync(join(folder, '-delete'))
})

it("the client's own results are read, those of this folder and of no other", async () => {
  const results = (project: string) =>
    join(
      folder,
      '.claude',
      'projects',
      project,
      '0a1b2c3d-0000-4000-8000-000000000000',
      'tool-results',
    )
  const [own, other] = [results(folder.replaceAll(/[^A-Za-z0-9]/g, '-')), results('-elsewhere')]
  const home = process.env['HOME']
  // Where the folder of the project does not hold the home.
  const inside = { ...limits, cwd: join(folder, 'sub'), from: join(folder, 'sub') }
  process.env['HOME'] = folder
  try {
    for (const at of [own, other]) mkdirSync(at, { recursive: true })
    writeFileSync(join(own, 'a.txt'), 'x')
    symlinkSync('/etc/passwd', join(own, 'link.txt'))
    const judge = (path: string) => whyNoLine(`grep x ${path} | head -3`, inside)
    expect(await judge(join(own, 'a.txt'))).toHaveProperty('words')
    expect(await judge('~' + join(own, 'a.txt').slice(folder.length))).toHaveProperty('words')
    for (const path of [
      join(other, 'a.txt'),
      join(own, 'link.txt'),
      join(own, '..', 'a.txt'),
      join(own, '..', '..', 'session.jsonl'),
      join(own, 'deep', 'a.txt'),
      join(own, '..', '..', 'x', 'tool-results', 'a.txt'),
    ])
      expect(await judge(path), path).toMatchObject({ code: 'READ_OUTSIDE' })
  } finally {
    process.env['HOME'] = home
    rmSync(join(folder, '.claude'), { recursive: true })
  }
})

it('a read of the network wants --network, in every part', async () => {
  const line = 'git ls-remote origin | head -1'
  expect(await whyNoLine(line, limits)).toMatchObject({ code: 'NETWORK_READ' })
  expect(await whyNoLine(line, { ...limits, mayUseNetwork: true })).toHaveProperty('words')
})

it('every accepted line has its own words and no others, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 12 }), { maxLength: 4 }), async (words) => {
      const found = await whyNoLine(`echo ${quoteWords(['x', ...words])}`, limits)
      if ('code' in found) return
      expect(run(found.words).stdout).toBe(`${['x', ...words].join(' ')}\n`)
    }),
    { numRuns: 30 },
  )
})
