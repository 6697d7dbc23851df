import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runTool } from '@surety/client'
import { checkTool } from '@surety/check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
const main = fileURLToPath(
  new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url),
)

beforeAll(async () => {
  bench = await createBench()
  // What `npm install @surety/cli` leaves in the folder of a user.
  const bin = join(bench.folder, 'node_modules', '.bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'surety'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  await chmod(join(bin, 'surety'), 0o755)
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

/** Runs an executable and returns what it printed. */
function run(file: string, words: readonly string[], input = ''): Promise<string> {
  const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'ignore'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(printed))
  })
}

/** What a call of a wrapped program is answered with, in a process that such calls share. */
const wrapped = (path: string, ...words: readonly string[]) =>
  bench.answer(['wrap', 'run', path, '--', ...words])

/** Describes a program of Node, whose text is `script`. */
async function describeProgram(name: string, script: string, more: object = {}): Promise<string> {
  const { commands = {}, ...rest } = more as { commands?: object }
  const path = join(bench.folder, `${name}.json`)
  const program = join(bench.folder, `${name}.mjs`)
  await writeFile(program, script)
  await writeFile(
    path,
    JSON.stringify({
      surety: 1,
      name: `${name}-agent`,
      summary: 'A program of a test',
      program: [process.execPath, program],
      commands: {
        go: {
          summary: 'Goes',
          danger: 'safe',
          call: [],
          args: { words: { summary: 'Words', many: true, required: false } },
        },
        ...commands,
      },
      ...rest,
    }),
  )
  return path
}

test('surety wrap runs one command of a program and answers with one envelope', async () => {
  const { envelope, code, stderr } = await bench.surety(['wrap', 'git', 'status'], {
    cwd: bench.folder,
    env: { GIT_CEILING_DIRECTORIES: dirname(bench.folder) },
  })
  expect({ code, stderr }).toEqual({ code: 4, stderr: '' })
  expect(envelope).toMatchObject({ ok: false, error: { code: 'NOT_A_REPOSITORY' } })
  // What it suggests can be run as it stands.
  const unknown = await bench.surety(['wrap', 'git', 'status', '--nosuch'])
  expect(unknown.envelope.error.suggestion).toContain('see surety wrap git status --help')
  // With flags of surety before it, the answer is passed on.
  const relayed = await bench.surety(['--format', 'yaml', 'wrap', 'git', 'program'])
  expect(relayed.stdout).toMatch(/program: git\n/)
  const file = join(bench.folder, 'drafts.yaml')
  const drafted = await bench.surety(['wrap', 'init', '--file', file, '--', 'git'])
  expect(drafted.envelope.data).toMatchObject({ effect: 'created', file })
  const usable = await bench.answer(['wrap', 'check', file])
  expect(usable.data.commands).toContainEqual({ command: 'clone', danger: 'mutating' })
  const listed = await bench.answer(['wrap', 'list'])
  const git = { description: 'git', summary: expect.any(String) }
  expect(listed.data).toContainEqual(git)
  const all = await bench.answer(['wrap', 'list', '--all'])
  const more = { tool: 'git-agent', program: 'git', commands: expect.arrayContaining(['status']) }
  expect(all.data).toContainEqual({ ...git, ...more })
})

test('a file of surety wrap write shows its own name as it was typed, and all commands', async () => {
  const folder = join(bench.folder, 'own')
  await mkdir(folder)
  await bench.surety(['wrap', 'write', 'git', join(folder, 'git-agent')])
  const help = await run('/bin/sh', ['-c', `cd "${folder}" && ./git-agent --help`])
  expect(help).toContain('$ ./git-agent <command>\n')
  expect(help).not.toContain('surety wrap')
  expect(help).toMatch(/^ {2}status .*^ {2}read .*^ {2}call .*destructive$/ms)
  const onPath = `PATH="${folder}:$PATH"; git-agent --help && git-agent read -- --version`
  const typed = await run('/bin/sh', ['-c', onPath])
  expect(typed).toContain('$ git-agent <command>\n')
  expect(typed).toContain('git version')
  // Who describes some commands of git means these alone.
  const log = { summary: 'Lists', danger: 'safe', call: ['log'] }
  const some = { surety: 1, name: 'some', summary: 'Some', program: ['git'], commands: { log } }
  await writeFile(join(folder, 'some.yaml'), JSON.stringify(some))
  await bench.surety(['wrap', 'write', join(folder, 'some.yaml'), join(folder, 'git-some')])
  expect(await run(join(folder, 'git-some'), ['--help'])).not.toMatch(/^ {2}(?:call|read) /m)
})

test('a push that was cut off is one answer, whichever way git was called', async () => {
  const bin = join(bench.folder, 'cut-off')
  await mkdir(bin)
  const says = 'fatal: the remote end hung up unexpectedly'
  await writeFile(join(bin, 'git'), `#!/bin/sh\necho '${says}' >&2\nexit 1\n`, { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env['PATH']}` }
  const push = ['push', 'origin', 'main']
  const ends = await Promise.all(
    [
      ['run', '--', 'git', ...push],
      ['wrap', 'git', ...push],
      ['wrap', 'git', 'call', '--confirm-destructive', '--', ...push],
    ].map((words) => bench.surety(words, { env })),
  )
  for (const { code, envelope } of ends) {
    expect(code).toBe(1)
    expect(envelope.error).toMatchObject({ code: 'CONNECTION_LOST', retryable: false })
    expect(envelope.error).not.toHaveProperty('phase')
  }
  const settles = 'git ls-remote origin main'
  expect(ends[0]!.envelope.meta.verdict).toMatchObject({ reason: 'IN_DOUBT', settles })
})

test('a mistake in a description is an answer with its place and what to do', async () => {
  const path = await describeProgram('wrong', '', {
    errors: [{ when: { stderr: '(' }, exit: 'NOT_FOUNT', code: 'GONE' }],
  })
  const { envelope, code } = await bench.surety(['wrap', path, 'go'])
  expect(code).toBe(4)
  expect(envelope.error).toMatchObject({
    code: 'CONFIG_UNREADABLE',
    message: expect.stringContaining(path),
  })
  expect(envelope.meta.details.problems).toMatchObject([{ pointer: '/errors/0/exit' }])
  const missing = await wrapped('./no-such.yaml', 'go')
  expect(missing.error).toMatchObject({
    code: 'FILE_NOT_FOUND',
    suggestion: expect.stringContaining('git'),
  })
})

test('no rows are an empty list, a failing preview still asks for consent, dead words are named', async () => {
  const values = ['-a', 'b']
  const which = { summary: 'Which', values, required: false }
  const command = { summary: 'Does it', danger: 'safe', call: ['{which}'], args: { which } }
  const path = await describeProgram(
    'rows',
    `if (process.argv[2] === '--dry') { console.error('no preview'); process.exit(3) }`,
    {
      commands: {
        rows: { ...command, list: true, output: { as: 'json' } },
        one: { ...command, output: { as: 'json' } },
        drop: { ...command, danger: 'destructive', dry_run: ['--dry'] },
      },
    },
  )
  expect(await wrapped(path, 'rows')).toMatchObject({ ok: true, data: [] })
  expect(await wrapped(path, 'one')).toMatchObject({
    error: { code: 'OUTPUT_UNREADABLE', message: expect.stringContaining('list: true') },
  })
  expect(await wrapped(path, 'drop')).toMatchObject({
    error: { code: 'CONFIRMATION_REQUIRED' },
    meta: {
      details: {
        would_affect: { preview_failed: { code: 'PROGRAM_FAILED', message: 'no preview.' } },
      },
    },
  })
  expect(await wrapped(path, 'drop', '--dry-run')).toMatchObject({
    error: { code: 'PROGRAM_FAILED' },
  })
  const { warnings } = await bench.answer(['wrap', 'check', path])
  expect(warnings).toEqual([
    expect.stringContaining("/commands/rows/args/which: '-a' is never accepted"),
    expect.stringContaining("/commands/one/args/which: '-a' is never accepted"),
    expect.stringContaining("/commands/drop/args/which: '-a' is never accepted"),
  ])
})

describe('a written executable', () => {
  test('is a tool of its own, wherever it is: formats, manifest, completion, MCP and the kit', async () => {
    const tools = join(bench.folder, 'tools with blanks')
    await mkdir(tools)
    // The kit starts it so often that a program of Node would cost seconds.
    const script = join(bench.folder, 'fruit.sh')
    await writeFile(
      script,
      `if [ "$1" = ls ]; then echo 'apple 3'; echo 'pear 12'
       elif [ "$2" = apple ]; then echo gone
       else echo "error: no fruit $2" >&2; exit 3; fi`,
    )
    const program = await describeProgram('fruit', '', {
      program: ['/bin/sh', script],
      commands: {
        // The kit tries every command that reads; one of the program's own is enough.
        go: undefined,
        list: {
          summary: 'Lists fruit',
          danger: 'safe',
          list: true,
          call: ['ls'],
          output: {
            as: 'lines',
            pattern: '^(?<name>\\w+) (?<count>\\d+)$',
            types: { count: 'integer' },
          },
        },
        drop: {
          summary: 'Drops a fruit',
          danger: 'destructive',
          call: ['drop', '{name}'],
          args: { name: { summary: 'Its name' } },
          errors: [
            { when: { exit: 3, stderr: 'no fruit' }, exit: 'NOT_FOUND', code: 'FRUIT_UNKNOWN' },
          ],
        },
      },
    })
    const file = join(tools, 'fruit-tool')
    const written = await bench.surety(['wrap', 'write', program, file])
    expect(written.envelope.data).toEqual({ effect: 'created', file, tool: 'fruit-tool' })
    expect(await readFile(file, 'utf8')).not.toContain(dirname(main))
    const again = await bench.surety(['wrap', 'write', program, file])
    expect(again.envelope.error).toMatchObject({ code: 'FILE_EXISTS' })

    const call = (...words: readonly string[]) => run(file, words)
    const rows = [
      { name: 'apple', count: 3 },
      { name: 'pear', count: 12 },
    ]
    expect(await call('list', '--format', 'plain')).toBe('name\tcount\napple\t3\npear\t12\n')
    expect(JSON.parse(await call('list', '--envelope', 'td'))).toMatchObject({
      ok: true,
      data: rows,
    })
    expect(await call('completion', 'bash')).toContain('fruit-tool')
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 't', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'list', arguments: {} } },
    ]
    const lines = messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
    const served = await run(file, ['--mcp-tools', '*'], `${lines.join('\n')}\n`)
    expect(served).toContain('"name":"fruit-tool"')
    expect(served).toMatch(/apple/)

    // What level 2 adds is the framework's, which the tests of other tools show.
    const [level, kept] =
      process.env['SURETY_LONG'] === '1' ? ([2, 30] as const) : ([1, 15] as const)
    const report = await checkTool([file], { level, cwd: bench.folder })
    expect(report.findings.filter(({ status }) => status === 'broken')).toEqual([])
    expect(report.summary.kept).toBeGreaterThan(kept)
    expect(report.tool.described_by).toEqual(['manifest'])
    const listed = report.runs.find(({ probe }) => probe === 'list')
    expect(JSON.parse(listed!.stdout.text).data).toEqual(rows)
  })

  test('says in an envelope that surety is missing', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'surety-wrap-alone-'))
    const file = join(elsewhere, 'jq-agent')
    await bench.surety(['wrap', 'write', 'jq', file])
    const { outcome } = await runTool(['/bin/sh', file, 'filter', '.'], {
      memory: false,
      dialect: 'spec-1.0',
      env: { PATH: '/nowhere' },
    })
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'SURETY_NOT_FOUND', category: 'PRECONDITION' },
    })
    await rm(elsewhere, { recursive: true })
  })
})

describe('a program that misbehaves', () => {
  const go = (path: string) => bench.surety(['wrap', path, 'go'])

  test('is missing', async () => {
    const path = await describeProgram('gone', '', { program: ['surety-no-such-program'] })
    const { envelope, code } = await go(path)
    expect(code).toBe(4)
    expect(envelope.error).toMatchObject({ code: 'PROGRAM_NOT_FOUND', retryable: false })
  })

  test('hangs: the time limit of the description ends it and what it started', async () => {
    const path = await describeProgram(
      'hang',
      `import { spawn } from 'node:child_process'; spawn('sleep', ['600'], { stdio: 'inherit' }); process.on('SIGTERM', () => {})`,
      { timeout_seconds: 1 },
    )
    const { envelope, code } = await go(path)
    expect(envelope.error).toMatchObject({ code: 'TIMEOUT' })
    expect(code).toBe(10)
    expect(await bench.left()).toEqual([])
  })

  test('hangs, and the caller gives up', async () => {
    const mark = join(bench.folder, 'waits')
    const path = await describeProgram(
      'wait',
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, ''); setInterval(() => {}, 1000)`,
    )
    const { envelope, code } = await bench.surety(['wrap', path, 'go'], {
      onStart: (child) => {
        const looking = setInterval(() => {
          if (!existsSync(mark)) return
          clearInterval(looking)
          child.kill('SIGTERM')
        }, 20)
      },
    })
    expect({ code, error: envelope.error.code }).toEqual({ code: 143, error: 'CANCELLED' })
    expect(await bench.left()).toEqual([])
  })

  test('floods', async () => {
    const path = await describeProgram(
      'flood',
      `import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'x'.repeat(65536))`,
    )
    expect((await wrapped(path, 'go')).error).toMatchObject({ code: 'OUTPUT_TOO_LARGE' })
  })

  test('dies by a signal, prints bytes that are no text, or an envelope', async () => {
    const path = await describeProgram(
      'odd',
      `const [what] = process.argv.slice(2)
       if (what === 'die') process.kill(process.pid, 'SIGKILL')
       if (what === 'bytes') process.stdout.write(Buffer.from([0x61, 0xff, 0x62]))
       if (what === 'envelope') console.log(JSON.stringify({ ok: false, data: null, error: { code: 'X', message: 'x', retryable: true }, warnings: [], meta: { duration_ms: 1 } }))
       if (what === 'fail') { console.error('error: nope\\nsee --help'); process.exit(9) }`,
    )
    expect((await wrapped(path, 'go', 'die')).error).toMatchObject({
      code: 'PROGRAM_CRASHED',
      retryable: false,
    })
    expect(await wrapped(path, 'go', 'bytes')).toMatchObject({
      data: { text: 'a\uFFFDb' },
      warnings: [expect.stringContaining('OUTPUT_NOT_UTF8')],
    })
    expect(await wrapped(path, 'go', 'envelope')).toMatchObject({
      ok: true,
      data: { ok: false, error: { code: 'X' } },
    })
    expect((await wrapped(path, 'go', 'fail')).error).toMatchObject({
      code: 'PROGRAM_FAILED',
      message: 'nope.',
      retryable: false,
    })
  })

  test('is refused a value in the words of the description, or with its pattern', async () => {
    const word = { summary: 'A word', pattern: '^[a-z]+$' }
    const options = { said: { ...word, wanted: 'letters in lower case' }, bare: word }
    const path = await describeProgram('picky', '', {
      commands: { pick: { summary: 'Picks', danger: 'safe', call: ['{options}'], options } },
    })
    const said = await wrapped(path, 'pick', '--said', 'X1')
    expect(said.error.message).toBe('--said: expected letters in lower case.')
    expect(said.error.suggestion).toBe('Give letters in lower case.')
    const { error } = await wrapped(path, 'pick', '--bare', 'X1')
    expect(error.message).toBe(
      '--bare: expected text that matches the regular expression ^[a-z]+$.',
    )
    const help = await bench.surety(['wrap', 'run', path, '--', 'pick', '--help'])
    expect(help.stdout).toContain('A word (letters in lower case)')
  })

  test('prints a text on which a pattern would take years', async () => {
    const path = await describeProgram(
      'slow',
      `console.error('a'.repeat(60) + '!'); process.exit(1)`,
      {
        errors: [
          { when: { stderr: '^(a+)+$' }, exit: 'CONFLICT', code: 'NEVER' },
          { when: { stderr: '!$' }, exit: 'UNAVAILABLE', code: 'MARKED' },
        ],
      },
    )
    expect(await wrapped(path, 'go')).toMatchObject({
      error: { code: 'MARKED' },
      warnings: [expect.stringContaining('PATTERN_TOO_SLOW')],
    })
  })
})

test('a change that fails is never called repeatable unless the description says so, and no secret is shown', async () => {
  const failing = {
    summary: 'Changes',
    danger: 'mutating',
    call: [],
    options: {
      token: { summary: 'x', secret: true },
      key: { summary: 'x', secret: true, env: 'KEY' },
    },
  }
  const path = await describeProgram(
    'change',
    `console.error('busy ' + process.argv.slice(2) + process.env.KEY); process.exit(3)`,
    {
      commands: {
        change: failing,
        repeat: {
          ...failing,
          errors: [{ when: { exit: 3 }, exit: 'UNAVAILABLE', code: 'BUSY_NOW', retryable: true }],
        },
      },
      exits: { 3: { exit: 'UNAVAILABLE', code: 'BUSY' } },
    },
  )
  const secret = ['--token', 'hunter2-secret', '--key', 'hunter3-secret']
  const busy = await bench.surety(['wrap', path, 'change', ...secret])
  expect(busy.envelope.error).toMatchObject({ code: 'BUSY', retryable: false })
  expect(busy.stdout).not.toMatch(/hunter/)
  const repeat = await wrapped(path, 'repeat', ...secret)
  expect(repeat.error).toMatchObject({ code: 'BUSY_NOW', retryable: true })
  const dry = await bench.surety(['wrap', path, 'change', '--dry-run', ...secret])
  expect(dry.envelope.data.would_affect.call).toContain('--token=[REDACTED]')
  expect(dry.stdout).not.toMatch(/hunter/)
})
