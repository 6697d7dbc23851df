import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { checkTool, draftProfile, type CheckOptions, type Report } from '@surety/check'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-probes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const bin = (name: string) => fileURLToPath(new URL(`../../bin/${name}`, import.meta.url))
const keeper = [bin('keeps-a-file.sh')]
const { PATH } = process.env

/** Checks a tool in an environment of its own. */
function check(command: readonly string[], options: CheckOptions): Promise<Report> {
  return checkTool(command, {
    preset: 'envelope',
    ...options,
    env: { PATH, HOME: folder, ...options.env },
  })
}

/** Writes a profile with these probes. */
async function profileOf(
  name: string,
  { dialect, ...check }: { readonly dialect?: string; readonly [member: string]: unknown },
): Promise<string> {
  const path = join(folder, `${name}.json`)
  const required = { surety: 1, name, program: ['x'], timeout_seconds: 10 }
  await writeFile(path, JSON.stringify({ ...required, dialect, check }))
  return path
}

const statusOf = ({ findings, left_out: leftOut }: Report, id: string) =>
  findings.find(({ check: each }) => each === id)?.status ??
  (leftOut.some(({ check: each }) => each === id) ? 'left_out' : 'not run')

test.concurrent('--schema at the root is a source of probes, and no command that writes is run without a profile', async () => {
  const trace = join(folder, 'unasked')
  const env = { TRACE: trace }
  const report = await check(keeper, { env })
  expect(report.tool).toMatchObject({ described_by: ['manifest'], dialect: 'spec-1.6' })
  expect(report.runs.map(({ probe }) => probe)).toContain('list')
  expect(report.findings.find(({ check: id }) => id === 'json_envelope')).toMatchObject({
    status: 'kept',
  })
  // Nothing in its call could name what does not exist, and there is no preview.
  expect(statusOf(report, 'destructive_refuses_unconfirmed')).toBe('not_shown')
  // Even --help might run them: they do not list it.
  expect(report.findings.find(({ check: id }) => id === 'manifest_commands_answer')).toMatchObject({
    status: 'not_shown',
    summary: "'add' was not asked for its help, which might run it.",
  })
  expect(existsSync(trace)).toBe(false)
  const drafted = await draftProfile(keeper, { env: { PATH, ...env } })
  expect(drafted).toContain('manifest: [--schema]')
  expect(existsSync(trace)).toBe(false)
})

test.concurrent('a command that writes runs once if the profile says so, and its answer is judged', async () => {
  const trace = join(folder, 'asked')
  const profile = await profileOf('keeper', {
    dialect: 'spec-1.6',
    manifest: ['--schema'],
    probes: [
      { name: 'list', argv: ['list'], kind: 'read' },
      { name: 'add', argv: ['add', '--title', 'milk'], kind: 'write' },
    ],
  })
  const report = await check(keeper, { profile, env: { TRACE: trace } })
  expect(await readFile(trace, 'utf8')).toBe('add --title milk\n')
  const { findings, runs } = report
  const written = runs.filter(({ probe }) => probe === 'add')
  expect(written).toHaveLength(1)
  const judged = findings.find(({ check: id }) => id === 'json_envelope')
  expect(judged).toMatchObject({ status: 'kept' })
  expect(judged?.evidence.map(({ run }) => run)).toContain(written[0]!.id)
})

test.concurrent('a stream that the manifest lists is watched and interrupted, and may go on for ever', async () => {
  const report = await check([process.execPath, bin('follows.mjs')], {
    timeoutMs: 2500,
    only: [
      'no_hang_stdin_closed',
      'json_envelope',
      'manifest_valid',
      'sigterm',
      'broken_pipe',
      'stream_contract',
    ],
  })
  expect(report.findings.map(({ check: id, status }) => [id, status])).toEqual([
    ['no_hang_stdin_closed', 'kept'],
    ['json_envelope', 'kept'],
    ['manifest_valid', 'kept'],
    ['sigterm', 'kept'],
    ['broken_pipe', 'kept'],
    ['stream_contract', 'not_shown'],
  ])
  expect(report.findings.at(-1)).toMatchObject({
    summary: expect.stringMatching(/^'follow --format jsonl' was still streaming after \d+ s/),
    evidence: [{}],
  })
  const history = report.runs.find(({ probe }) => probe === 'history --format jsonl')
  expect(history?.stdout.text.trim().split('\n')).toHaveLength(3)
})

/** A program that answers a signal with an exit and a document. */
async function interrupted(
  name: string,
  exit: number,
  document: object,
): Promise<readonly string[]> {
  const path = join(folder, name)
  const text = JSON.stringify(document)
  const work = `trap 'echo '\\''${text}'\\''; exit ${exit}' INT\nsleep 4 & wait`
  await writeFile(path, `#!/bin/sh\n[ "$1" = wait ] || exec echo 1.0\n${work}\n`)
  await chmod(path, 0o755)
  return [path]
}

test.concurrent('after a signal a claw tool may exit with 1, as its document says, and no other tool', async () => {
  const claw = {
    timestamp: '2026-11-16T00:00:00Z',
    command: 'wait',
    output_format: 'json',
    schema_version: '2.0',
    error: {
      kind: 'runtime',
      operation: 'wait',
      target: 'x',
      retryable: false,
      message: 'Cancelled',
    },
  }
  const td = { ok: false, error: { code: 'api_error', message: 'Cancelled', suggestion: 'Go on' } }
  const cases = [
    ['claw-2.0', 1, 'kept'],
    ['claw-2.0', 130, 'kept'],
    ['claw-2.0', 3, 'broken'],
    ['td', 1, 'broken'],
  ] as const
  const seen = await Promise.all(
    cases.map(async ([dialect, exit]) => {
      const name = `${dialect}-${exit}`
      const probes = [{ name: 'wait', argv: ['wait'], kind: 'long' }]
      const document = dialect === 'td' ? td : { ...claw, exit_code: exit }
      const profile = await profileOf(name, { dialect, probes })
      const command = await interrupted(`${name}.sh`, exit, document)
      const { findings } = await check(command, { profile, only: ['sigint'] })
      // So that the shell shows the exit of the tool.
      expect(findings[0]?.reproduce).toMatch(/^timeout --preserve-status -s INT [\d.]+ \//)
      return [dialect, exit, findings[0]?.status, findings[0]?.summary]
    }),
  )
  expect(seen.map(([dialect, exit, status]) => [dialect, exit, status])).toEqual(cases)
  expect(seen.map(([, , , summary]) => summary).slice(2)).toEqual([
    'It ended with 3, not with 130 or 1.',
    'It ended with 1, not with 130.',
  ])
})

test.concurrent('a stream that is over before the signal comes shows nothing about signals', async () => {
  const path = join(folder, 'short')
  await writeFile(path, `#!/bin/sh\ntrap "" INT\necho '{"_summary":true,"_count":0}'\nsleep 0.1\n`)
  await chmod(path, 0o755)
  const probes = [{ name: 'rows', argv: ['rows'], kind: 'stream' }]
  const profile = await profileOf('short', { dialect: 'spec-1.6', probes })
  const { findings } = await check([path], { profile, only: ['sigint', 'stream_contract'] })
  expect(findings).toMatchObject([
    {
      check: 'sigint',
      status: 'not_shown',
      summary: expect.stringContaining("'rows' had printed"),
    },
    { check: 'stream_contract', status: 'kept' },
  ])
})

test.concurrent('a stream that does not end in time shows nothing about its last line, but its lines count', async () => {
  const path = join(folder, 'endless')
  await writeFile(path, `#!/bin/sh\n[ "$1" = rows ] || exec echo 1.0\necho "$2"\nsleep 600\n`)
  await chmod(path, 0o755)
  const judged = async (line: string) => {
    const probes = [{ name: 'rows', argv: ['rows', line], kind: 'stream', deadline_seconds: 4 }]
    const profile = await profileOf(line.slice(1), { dialect: 'spec-1.6', probes })
    return (await check([path], { profile, only: ['stream_contract'] })).findings[0]
  }
  const [waiting, wrong] = await Promise.all([judged('{"id":1}'), judged('1 row')])
  expect(waiting).toMatchObject({
    status: 'not_shown',
    summary: expect.stringMatching(/^'rows' did not end within \d+ s, so its last line/),
    needs: expect.stringContaining('deadline_seconds'),
  })
  expect(wrong).toMatchObject({ status: 'broken', summary: 'Line 1 is not one JSON object.' })
})

test.concurrent('a call that waits for a silent stdin keeps its whole time with any other', async () => {
  const path = join(folder, 'reads')
  const answer = '{"ok":true,"data":1,"error":null,"warnings":[],"meta":{"duration_ms":1}}'
  await writeFile(
    path,
    `#!/bin/sh\n[ $# = 0 ] || exec echo 1.0\nread x\nsleep 0.6\necho '${answer}'\n`,
  )
  await chmod(path, 0o755)
  const probes = [{ name: 'read', argv: [], kind: 'read', stdin: 'x\n' }]
  const profile = await profileOf('reads', { dialect: 'spec-1.6', probes })
  const only = ['no_hang_stdin_open', 'concurrent_calls']
  const { findings } = await check([path], { profile, only, timeoutMs: 3000 })
  expect(findings).toMatchObject([
    { check: 'no_hang_stdin_open', status: 'broken' },
    { check: 'concurrent_calls', status: 'kept' },
  ])
})

test.concurrent('a tool that accepts everything shows nothing about refusals', async () => {
  const path = join(folder, 'accepts')
  await writeFile(path, '#!/bin/sh\ntouch "$HOME/trace"\necho 1.0\n')
  await chmod(path, 0o755)
  const probes = [{ name: 'list', argv: ['list'], kind: 'read' }]
  const profile = await profileOf('accepts', { probes })
  const only = ['unknown_flag', 'validation_in_time', 'refusal_without_effects']
  const { findings } = await check([path], { profile, only })
  expect(findings.map(({ check: id, status }) => [id, status])).toEqual([
    ['unknown_flag', 'broken'],
    ['validation_in_time', 'not_shown'],
    ['refusal_without_effects', 'not_shown'],
  ])
})

test.concurrent('a read that asks for the version gets no unknown flag and no --help', async () => {
  const path = join(folder, 'versioned')
  await writeFile(
    path,
    '#!/bin/sh\ncase "$*" in --version*) echo 1.0 ;; *such-flag*) echo "unknown $2" >&2; exit 2 ;; *) echo help ;; esac\n',
  )
  await chmod(path, 0o755)
  const only = ['unknown_flag', 'help_ignores_the_rest']
  const read = (...argv: string[]) => ({ name: argv[0], argv, kind: 'read' })
  const statuses = async (name: string, probes: readonly unknown[]) => {
    const profile = await profileOf(name, { probes })
    const { findings } = await check([path], { profile, only })
    return findings.map(({ status }) => status)
  }
  expect(await statuses('version-alone', [read('--version')])).toEqual(['not_shown', 'not_shown'])
  const [flag] = await statuses('version-first', [read('--version'), read('list')])
  expect(flag).toBe('kept')
})

/** Writes a tool of a shell that lists two reads, one with more flags, and answers as the script says; it knows these options. */
async function lister(
  name: string,
  script: string,
  known = '--format*',
  more: object = {},
): Promise<string[]> {
  const path = join(folder, `${name}.sh`)
  const exits = {
    0: { name: 'SUCCESS', description: 'Done', retryable: false, side_effects: 'none' },
  }
  const flags = { format: { type: 'enum', enum_values: ['json', 'plain'], required: false } }
  const entry = {
    description: 'x',
    danger_level: 'safe',
    required_scopes: [],
    flags,
    exit_codes: exits,
  }
  const ghost = { ...entry, flags: { ...flags, ...more, zone: { type: 'string' } } }
  const commands = { list: entry, ghost }
  const rest = '"warnings":[],"meta":{"duration_ms":1}}'
  await writeFile(
    path,
    `#!/bin/sh
answer() { printf '%s\\n' '{"ok":true,"data":'"$1"',"error":null,${rest}'; exit; }
refuse() {
  printf '%s\\n' '{"ok":false,"data":null,"error":{"code":"'"$1"'","message":"'"$2"'","retryable":false,"phase":"validation"},${rest}'
  exit 3
}
word=$1
for each; do
  case $each in
  --version) echo 1.0.0; exit ;;
  --help) echo 'usage: list, ghost --zone --format, manifest'; exit ;;
  ${known}) ;;
  --*) unknown=\${unknown:-$each} ;;
  esac
done
[ "$word" != manifest ] || answer '${JSON.stringify({ schema_version: '1.0', name: 'lister', commands })}'
${script}
`,
  )
  await chmod(path, 0o755)
  return [path]
}

const REFUSED = '[ -z "$unknown" ] || refuse UNKNOWN_FLAG "There is no option $unknown."'

test.concurrent('listed commands and flags are called, whatever the help says', async () => {
  const only = ['manifest_commands_answer', 'manifest_flags_exist']
  const ghost = await lister(
    'ghost',
    `[ "$word" != ghost ] || refuse UNKNOWN_COMMAND "There is no command 'ghost'."
${REFUSED}
answer [1]`,
  )
  expect((await check(ghost, { only })).findings).toMatchObject([
    { check: only[0], status: 'broken', summary: 'ghost is listed and refused as unknown.' },
    { check: only[1] },
  ])
  const deaf = await lister('deaf', `${REFUSED}\nanswer [1]`)
  expect((await check(deaf, { only })).findings).toMatchObject([
    { check: only[0], status: 'kept' },
    { check: only[1], status: 'broken', summary: 'ghost lists --zone and refuses it.' },
  ])
  const hears = await lister('hears', `${REFUSED}\nanswer [1]`, '--format*|--zone*')
  expect((await check(hears, { only })).findings).toMatchObject([
    { status: 'kept' },
    { status: 'kept' },
  ])
  // The value that the check makes up for --size is refused first, then three flags together, and --zone is one of many.
  const names = ['size', 'a', 'b', 'c', 'd', 'e', 'f']
  const strict = await lister(
    'strict',
    `case "$*" in
*--size*) refuse INVALID_VALUE "--size wants a size." ;;
*--b*--c*) refuse INVALID_VALUE "--b and --c and --d exclude each other." ;;
esac
${REFUSED}
answer [1]`,
    ['--format*', ...names.map((name) => `--${name}`)].join('|'),
    Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  )
  expect((await check(strict, { only })).findings).toMatchObject([
    { status: 'kept' },
    { status: 'broken', summary: 'ghost lists --zone and refuses it.' },
  ])
})

test.concurrent('data that agree once and differ later are found', async () => {
  const counter = join(folder, 'counter')
  const path = await lister(
    'later',
    `printf . >> '${counter}'; [ "$(wc -c < '${counter}')" -gt 4 ] && answer [2]; answer [1]`,
  )
  const { findings } = await check(path, { only: ['deterministic_data'], concurrency: 1 })
  expect(findings).toMatchObject([{ status: 'broken', summary: 'Another call gives other data.' }])
})

test.concurrent('a read that leaves a file where it runs is found, one that fails there is not', async () => {
  const there = (work: string) => `case $PWD in *surety-check-*) ${work} ;; esac\nanswer [1]`
  const litters = await lister('litters', there('echo > trace.log'))
  const only = ['reads_write_nothing']
  const { findings } = await check(litters, { only })
  expect(findings).toMatchObject([
    { status: 'broken', summary: 'It left trace.log in an empty folder.' },
  ])
  const lost = await lister('lost', there('echo > trace.log; refuse NOT_HERE x'))
  expect((await check(lost, { only })).findings).toMatchObject([{ status: 'not_shown' }])
})

test.concurrent('a command that claims to read and writes is found, one that keeps a cache is not', async () => {
  const only = ['reads_change_nothing']
  const finding = async (name: string, work: string) =>
    (await check(await lister(name, `${work}\nanswer [1]`), { only })).findings[0]
  expect(await finding('liar', 'echo seen >> "$HOME/.last"')).toMatchObject({
    status: 'broken',
    summary: 'It wrote ~/.last.',
  })
  const caches = 'mkdir -p "$HOME/.cache/lister" && echo 1 > "$HOME/.cache/lister/list"'
  expect(await finding('caches', caches)).toMatchObject({
    status: 'kept',
    summary: expect.stringContaining('It kept ~/.cache') as string,
  })
  const lost = '[ -e "$HOME/.cache" ] || case $HOME in *surety-watch-*) refuse NO_HOME x ;; esac'
  expect(await finding('homeless', lost)).toMatchObject({ status: 'not_shown' })
})

test.concurrent('a read that always fails is no refusal of a flag', async () => {
  const path = join(folder, 'never')
  await writeFile(path, '#!/bin/sh\n[ "$1" = x ] && { echo no luck >&2; exit 3; }\necho 1.0\n')
  await chmod(path, 0o755)
  const { findings } = await check([path], { only: ['error_names_input'], reads: [['x']] })
  expect(findings).toMatchObject([{ status: 'not_shown' }])
})
