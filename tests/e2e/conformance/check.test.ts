import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Report } from '@surety/check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

const misbehave = fileURLToPath(new URL('../../bin/misbehave.cjs', import.meta.url))
const profile = fileURLToPath(new URL('../../bin/misbehave.surety.yaml', import.meta.url))

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  await bench.killAll()
  await bench.remove()
})

const reportOf = (envelope: Parsed): Report => envelope.data ?? envelope.meta.data
/** Checks in a process that such calls share, for what is said about the tool. */
const check = (...words: readonly string[]) =>
  bench.answer(['check', '--preset', 'envelope', ...words])
const program = (...words: readonly string[]) => [process.execPath, misbehave, ...words]

/** Makes a shell program in a folder of its own. */
async function script(name: string, body: string): Promise<string> {
  const folder = join(bench.folder, name)
  await mkdir(folder)
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${body}\n`)
  await chmod(path, 0o755)
  return path
}

test.concurrent('nothing but help and version is run of a tool that describes itself in no other way', async () => {
  const calls = join(bench.folder, 'plain-calls')
  const plain = await script(
    'plain',
    `echo "$*" >> ${calls}\ncase "$1" in --help) echo 'Commands: deploy, destroy';; --version) echo 1.0;; *) exit 9;; esac`,
  )
  const one = fileURLToPath(new URL('../../bin/one-command.mjs', import.meta.url))
  const trace = join(bench.folder, 'one-command-ran')
  const traced = ['env', `TRACE=${trace}`, process.execPath, one]
  const [described, single] = await Promise.all([
    check('--all', '--', plain),
    check('--level', '1', '--fail-on', 'never', '--', ...traced),
  ])
  const seen = new Set((await readFile(calls, 'utf8')).trim().split('\n'))
  expect([...seen].toSorted()).toEqual(['--help', '--version'])
  expect(existsSync(trace)).toBe(false)
  // A tool has the name that its manifest and its help say; without them that of its file.
  const names = [described, single].map((envelope) => reportOf(envelope).tool.name)
  expect(names).toEqual(['plain', 'one'])
  for (const envelope of [described, single]) {
    const { findings } = reportOf(envelope)
    expect(findings.filter(({ status }) => status === 'broken')).toEqual([])
  }
  expect(reportOf(described).findings).toContainEqual(
    expect.objectContaining({
      check: 'unknown_command',
      status: 'not_shown',
      needs: expect.stringContaining("named 'unknown command'"),
    }),
  )
  // Nothing is known of its commands: that is no success.
  expect(described).toMatchObject({
    ok: false,
    error: {
      code: 'NOTHING_SHOWN',
      suggestion: expect.stringContaining('surety check --init -- '),
    },
    meta: { data: { summary: { broken: 0 } } },
  })
  // Its one command may change something, so that it was not run; its manifest was found.
  expect(reportOf(single).tool).toMatchObject({ described_by: ['manifest'] })
})

test.concurrent('the answer says what is broken and what would show the rest; --all has every finding', async () => {
  const plain = await script('lean', 'echo hi')
  const [lean, all] = await Promise.all([check('--', plain), check('--all', '--', plain)])
  const [{ findings, summary }, whole] = [reportOf(lean), reportOf(all)]
  const open = (reportOf(lean) as unknown as { not_shown: { needs: string; checks: string[] }[] })
    .not_shown
  expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(['broken']))
  expect(findings).toHaveLength(summary.broken)
  expect(open.flatMap(({ checks }) => checks)).toHaveLength(summary.not_shown)
  expect(open.length).toBeLessThan(15)
  expect(JSON.stringify(lean).length).toBeLessThan(6000)
  expect(whole.findings).toHaveLength(summary.broken + summary.not_shown + summary.kept)
})

test.concurrent('a tool of contract 1.16 that is one command breaks nothing at any level', async () => {
  const one = fileURLToPath(new URL('../../bin/one-safe-command.mjs', import.meta.url))
  const { findings } = reportOf(await check('--all', '--level', '3', '--', process.execPath, one))
  expect(findings.filter(({ status }) => status === 'broken')).toEqual([])
})

test.concurrent('a tool that crashes on everything but help shows nothing', async () => {
  const crash = await script(
    'crash',
    'case "$*" in *--help*) echo usage;; *) echo boom >&2; exit 70;; esac',
  )
  const [bare, one] = await Promise.all([
    check('--', crash),
    check('--only', 'help_answers', '--', crash),
  ])
  expect(bare.error).toMatchObject({
    code: 'CONFORMANCE_CHECKS_FAILED',
    message: expect.stringMatching(/^crash breaks 1 promise/),
    suggestion: expect.stringContaining('surety check --init -- '),
  })
  // What was asked for is shown by its help.
  expect(one.ok).toBe(true)
})

test.concurrent('--read shows what is wrong with a tool that has nothing but text', async () => {
  const text = await script('text', 'case "$1" in show) echo Hello;; --help) echo usage;; esac')
  const only = ['--only', 'json_envelope', '--only', 'unknown_flag']
  const [shown, refused] = await Promise.all([
    check(...only, '--read', "show 'Ada L'", '--', text),
    check('--read', 'show | sh', '--', text),
  ])
  expect(shown.error.code).toBe('CONFORMANCE_CHECKS_FAILED')
  expect(reportOf(shown).findings).toMatchObject([
    { check: 'json_envelope', status: 'broken', summary: expect.stringContaining('is text') },
    { check: 'unknown_flag', status: 'broken' },
  ])
  expect(refused.error).toMatchObject({
    code: 'INVALID_VALUE',
    message: expect.stringContaining('there is no shell'),
  })
})

test.concurrent('what the framework tells the author of a tool is in the report, and breaks nothing', async () => {
  const advised = fileURLToPath(new URL('../../bin/advised.mjs', import.meta.url))
  const report = reportOf(await check('--level', '1', '--', process.execPath, advised))
  expect(report.advice).toEqual([expect.stringMatching(/'sugestion'.+suggestion/)])
  expect(report.summary.broken).toBe(0)
})

test.concurrent('a level is demanded with --level, and only then', async () => {
  const quiet = await script(
    'quiet',
    `case "$*" in *--help) echo Usage;; --version) echo 1.0;; show) echo '{"status":1}';; *) echo "no $*"; exit 2;; esac`,
  )
  const [free, demanded] = await Promise.all([
    bench.surety(['check', '--preset=envelope', '--format=plain', '--read', 'show', '--', quiet]),
    check('--level', '1', '--read', 'show', '--', quiet),
  ])
  expect(free.code).toBe(0)
  expect(free.stdout).toMatch(
    /^quiet 1\.0: none of \d+ checks fails \(preset envelope; level 0 of 3\)$/m,
  )
  expect(demanded.error).toMatchObject({
    code: 'CONFORMANCE_CHECKS_FAILED',
    message: expect.stringMatching(
      /^quiet does not reach level 1: it does not show \d+ promises\.$/,
    ),
  })
})

test.concurrent('a manifest that help or a profile promises and that fails is broken', async () => {
  const help = "printf 'Commands:\\n  manifest  Prints the manifest\\n'"
  const answer = (body: string) =>
    `case "$1" in --help) ${help};; --version) echo 1.0;; *) ${body};; esac`
  const crashes = await script('crashes', answer('echo boom >&2; exit 70'))
  const another = await script(
    'another',
    answer("echo 'error: missing argument <image>' >&2; exit 1"),
  )
  const silent = await script('silent', 'exit 0')
  const promised = join(bench.folder, 'promised.surety.yaml')
  await writeFile(
    promised,
    `surety: 1\nname: silent\nprogram: [${silent}]\ncheck: { manifest: [manifest], probes: [{ name: show, argv: [show], kind: read }] }\n`,
  )
  const only = ['--only', 'manifest_valid']
  const ends = await Promise.all([
    check(...only, '--', crashes),
    check(...only, '--', another),
    check(...only, '--profile', promised),
  ])
  expect(ends.map((envelope) => reportOf(envelope).findings[0])).toMatchObject([
    { status: 'broken', summary: 'The call for the manifest gives none (70).' },
    { status: 'not_shown' },
    { status: 'broken', summary: 'The call for the manifest gives none (0).' },
  ])
  expect(ends.map(({ error }) => error.code)).toEqual([
    'CONFORMANCE_CHECKS_FAILED',
    'NOTHING_SHOWN',
    'CONFORMANCE_CHECKS_FAILED',
  ])
})

test.concurrent('surroundings are not blamed for data that change by themselves', async () => {
  const checks = ['locale_independent', 'width_ignored', 'timezone_independent']
  const only = checks.flatMap((id) => ['--only', id])
  const calls = join(bench.folder, 'unsteady-calls')
  // The first two calls agree by chance.
  const unsteady = await script(
    'unsteady',
    `[ "$1" = show ] || exit 1; echo >> ${calls}; [ $(wc -l < ${calls}) -gt 2 ] && D=1
echo '{"ok":true,"data":"'$D'","error":null,"warnings":[],"meta":{"duration_ms":1}}'`,
  )
  const told = ['--dialect', 'spec-1.6', '--read', 'show']
  const envelope = await check(...only, ...told, '--', unsteady)
  expect(reportOf(envelope).findings.map(({ status, summary }) => [status, summary])).toEqual(
    checks.map(() => ['not_shown', 'No read gives the same data each time.']),
  )
})

test('a refusal that was slow beside other calls is measured again alone', async () => {
  const mark = join(bench.folder, 'was-slow')
  const slow = await script(
    'slow',
    `[ "$2" = '' ] || { [ -e ${mark} ] || { touch ${mark}; sleep 3.2; }; exit 2; }; echo '{}'`,
  )
  const only = ['--only', 'validation_in_time', '--read', 'show']
  const envelope = await check(...only, '--', slow)
  expect(existsSync(mark)).toBe(true)
  expect(reportOf(envelope).findings).toMatchObject([{ status: 'kept' }])
})

test.concurrent('a call that fails anyway says nothing about its flags, and values may not be coloured', async () => {
  const only = ['--only', 'argument_order', '--only', 'stdout_no_ansi']
  const tool = program('list_fails,colour_in_value')
  const envelope = await check('--profile', profile, ...only, '--', ...tool)
  expect(reportOf(envelope).findings).toMatchObject([
    {
      check: 'argument_order',
      status: 'not_shown',
      summary: "'list --limit 1' fails without the flag too (1).",
    },
    { check: 'stdout_no_ansi', status: 'broken', summary: 'Values have terminal sequences.' },
  ])
})

test.concurrent('bare JSON is judged as text is, and JSON that may be an envelope is not', async () => {
  const json = await script(
    'json',
    `case "$1" in object) echo '{"name":"Ada"}';; list) echo '[1,2]';; own) echo '{"success":1,"x":2}';; esac`,
  )
  const reads = ['object', 'list', 'own']
  const ends = await Promise.all(
    reads.map((read) => check('--only', 'json_envelope', '--read', read, '--', json)),
  )
  const says = expect.stringContaining('is JSON, but not an envelope')
  expect(ends.map((envelope) => reportOf(envelope).findings[0])).toMatchObject([
    { status: 'broken', summary: says },
    { status: 'broken', summary: says },
    { status: 'not_shown' },
  ])
})

describe.concurrent('surety check', () => {
  const only = ['--only', 'unknown_flag', '--only', 'time_limit']

  test('ends with 4 on a broken promise, and says how to see it again', async () => {
    const { code, envelope } = await bench.surety([
      'check',
      '--profile',
      profile,
      '--only',
      'unknown_flag',
      '--',
      ...program('unknown_flag'),
    ])
    expect(code).toBe(4)
    expect(envelope.error).toMatchObject({
      code: 'CONFORMANCE_CHECKS_FAILED',
      message: 'misbehave breaks 1 promise.',
    })
    const { findings, runs, level } = reportOf(envelope)
    expect(level).toMatchObject({ asked: 3, reached: 0 })
    expect(findings).toMatchObject([
      { check: 'unknown_flag', status: 'broken', requirements: ['REQ-F-002', 'REQ-F-015'] },
    ])
    expect(findings[0]!.reproduce).toMatch(/^timeout 10 .*misbehave.cjs unknown_flag list --surety/)
    const run = runs.find(({ id }) => id === findings[0]!.evidence[0]!.run)
    expect(run).toMatchObject({ exit_code: 0, stdin: 'closed', stdout: { base64: null } })
    expect(JSON.parse(run!.stdout.text)).toMatchObject({ ok: true })
  })

  test('prints a report that a person can read, also in plain format', async () => {
    const { code, stdout } = await bench.surety([
      'check',
      '--format=plain',
      '--profile',
      profile,
      ...only,
      '--only=version_answers',
      '--',
      ...program('unknown_flag,version_answers'),
    ])
    expect(code).toBe(4)
    expect(stdout.replaceAll(/ \S*node (?=\S*misbehave)/g, ' node ')).toMatch(
      /^misbehave: 2 of 3 checks fail \(preset envelope, spec-1\.6; 3 of 62 checks were run, so no level is judged\)\n\nFAIL unknown_flag .*\n {2}ran: +timeout 10 node .*--surety-check-no-such-flag <\/dev\/null\n {2}got: .*\n {2}want: .*\n {2}fix: .*\n {2}accept: .*\n\nFAIL version_answers/,
    )
    expect(stdout).toContain('\n1 kept · ')
    expect(stdout).toContain('\ncode\tCONFORMANCE_CHECKS_FAILED\n')
    expect(stdout).not.toContain('data.')
  })

  test('without a profile runs only what the manifest calls safe, dry or to be refused', async () => {
    const calls = join(bench.folder, 'calls')
    const tool = await script(
      'recorder',
      `echo "$*" >> ${calls}\nexec ${program('none').join(' ')} "$@"`,
    )
    const checks = [
      'json_envelope',
      'dry_run_preview',
      'destructive_refuses_unconfirmed',
      'time_limit',
    ].flatMap((id) => ['--only', id])
    const envelope = await check(...checks, '--', tool)
    const { tool: seen, findings, summary } = reportOf(envelope)
    expect(seen).toMatchObject({
      dialect: 'spec-1.6',
      described_by: ['manifest'],
      version: '1.2.3',
    })
    expect(findings.filter(({ status }) => status === 'broken')).toEqual([])
    expect(summary.not_shown).toBeGreaterThan(0)
    expect(envelope.ok).toBe(true)
    const removals = (await readFile(calls, 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith('rm'))
    expect(removals.length).toBeGreaterThan(0)
    for (const line of removals) {
      expect(line).toMatch(/--dry-run|--help|^rm surety-check-no-such-target$/)
      expect(line).not.toContain('--yes')
    }
  })

  test('fails for promises that are not shown if --fail-on asks for it', async () => {
    const tool = ['--', ...program('none')]
    const faulty = ['--only', 'unknown_flag', '--', ...program('unknown_flag')]
    const [lenient, strict, never] = await Promise.all([
      check(...only, ...tool),
      check(...only, '--fail-on', 'not-shown', ...tool),
      check('--fail-on', 'never', ...faulty),
    ])
    expect([lenient.ok, strict.ok, never.ok]).toEqual([true, false, true])
    expect(reportOf(lenient).findings).toMatchObject([
      { check: 'unknown_flag', status: 'kept' },
      { check: 'time_limit', status: 'not_shown', needs: expect.stringContaining('long') },
    ])
  })

  test('refuses what cannot be checked before anything runs', async () => {
    await writeFile(join(bench.folder, 'bad.yaml'), 'schema_version: "1.0"\nprobes: []\n')
    const [missing, ...refused] = await Promise.all([
      bench.surety(['check', '--', 'surety-no-such-tool']),
      check(),
      check('--only', 'unknown_flags', '--', 'x'),
      check('--profile', join(bench.folder, 'bad.yaml')),
      check('--profile', join(bench.folder, 'none.yaml')),
    ])
    expect([missing.code, missing.envelope.error.code]).toEqual([5, 'TOOL_NOT_FOUND'])
    expect(refused.map(({ error }) => error.code)).toEqual([
      'MISSING_ARGUMENT',
      'INVALID_CHOICE',
      'INVALID_PROFILE',
      'FILE_NOT_FOUND',
    ])
  })

  test('writes a profile that a person completes, and never overwrites it', async () => {
    const cwd = bench.folder
    const here = (...words: readonly string[]) => bench.answer(['check', ...words], { cwd })
    const first = await here('--init', '--', ...program('none'))
    const { profile: path, decisions } = first.data
    expect(path).toBe('none.surety.yaml')
    const text = await readFile(join(cwd, path), 'utf8')
    expect(text.match(/DECIDE/g)).toHaveLength(decisions)
    expect(text).toContain('dialect: spec-1.6')
    expect(text).toMatch(/^ {4}- \{ name: list, argv: \[list\], kind: read \}$/m)
    expect(text).toMatch(/^ {4}# - .*kind: destructive/m)
    const again = await bench.surety(['check', '--init', '--', ...program('none')], { cwd })
    expect([again.code, again.envelope.error.code]).toEqual([6, 'PROFILE_EXISTS'])
    const used = await here('--profile', path, ...only)
    expect(reportOf(used).tool).toMatchObject({ described_by: ['profile', 'manifest'] })
    // In a folder that does not exist yet, for a tool that is given by a relative path.
    await script('drafted', 'echo 1.0')
    const away = ['--profile', 'deep/er/drafted.yaml']
    const drafted = await bench.surety(['check', '--init', ...away, '--', './drafted', '--quiet'], {
      cwd: join(cwd, 'drafted'),
    })
    expect(drafted.envelope.data).toMatchObject({ profile: 'deep/er/drafted.yaml' })
    const elsewhere = ['--profile', join(cwd, 'drafted/deep/er/drafted.yaml')]
    const found = await here(...elsewhere, '--only', 'version_answers')
    expect(reportOf(found)).toMatchObject({
      tool: { name: 'drafted', command: [join(cwd, 'drafted/drafted'), '--quiet'] },
      findings: [{ status: 'kept' }],
    })
  })
})

/** Tools that a check must survive, and what each does whenever it is started. */
const ATTACKS: Readonly<Record<string, string>> = {
  hangs: 'sleep 1000',
  floods: 'exec yes',
  'prints gigabytes to both streams': 'head -c 3000000000 /dev/zero & exec yes >&2',
  forks: 'n=0; while [ $n -lt 40 ]; do setsid sleep 1000 & n=$((n + 1)); done; sleep 1000 & exit 0',
  'becomes a daemon that ignores signals': `(setsid sh -c "trap '' TERM HUP INT; while :; do sleep 1; done" >/dev/null 2>&1 &); echo 1.0`,
  'ignores signals': "trap '' TERM INT; while :; do sleep 1; done",
  'deletes its own folder': 'rm -rf "$(dirname "$0")"; echo gone',
  'prints garbage': 'head -c 3000 /dev/urandom; exit 255',
  'answers differently each time, and rewrites itself': `n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) >n
cp "$0" new; echo "# $n" >>new; mv new "$0"
case $((n % 3)) in 0) echo 'Commands: manifest, list' ;; 1) echo '{"ok":true' ;; *) sleep 20 ;; esac`,
  'signals groups, stops itself and closes its streams':
    'kill -TERM -- -$PPID; exec >&- 2>&-; trap "" TERM; kill -TERM 0; kill -STOP $$',
  'leaves a daemon at its pipe, and loops of links': `ln -sf b a; ln -sf a b; ln -sfn . self; cat a
(setsid sh -c 'while :; do sleep 1; done' &); echo 1.0`,
}

test.concurrent('findings survive a tool that links to everything and removes the folder of the reports', async () => {
  const tool = await script(
    'links',
    `ln -sfn / "$HOME/everything"; ln -sfn . "$HOME/loop"; rm -rf out; [ "$*" = x ] && echo ok && exit; exit 2`,
  )
  const cwd = join(bench.folder, 'links', 'work')
  await mkdir(cwd)
  const only = ['--only', 'refusal_without_effects', '--read', 'x']
  const reports = ['--report', 'md', '--report', 'junit', '--report-file', 'out/report.md']
  const removed = await bench.surety(['check', ...only, ...reports, '--', tool], { cwd })
  expect(removed).toMatchObject({ code: 4 })
  expect(reportOf(removed.envelope).findings).toMatchObject([
    { status: 'broken', summary: 'It left everything, loop in a new home folder.' },
  ])
  expect(await readFile(join(cwd, 'out/report.md'), 'utf8')).toContain('It left everything')
  // A file where the folder was cannot be replaced.
  const blocks = await script('blocks', `rm -rf "$PWD"; echo > "$PWD"; echo 1.0`)
  const away = join(bench.folder, 'blocks', 'work')
  await mkdir(away)
  const blocked = await bench.surety(
    ['check', '--preset=envelope', '--all', '--report', 'md', '--', blocks],
    {
      cwd: away,
    },
  )
  expect(blocked).toMatchObject({
    code: 1,
    envelope: {
      error: {
        code: 'REPORT_NOT_WRITTEN',
        message: expect.stringMatching(/^Not written: surety-report.md \(E/),
      },
    },
  })
  expect(reportOf(blocked.envelope).findings.length).toBeGreaterThan(40)
})

test('tools that hang, flood, fork or delete themselves are reported, and leave nothing running', async () => {
  const started = Date.now()
  const ends = await Promise.all(
    Object.entries(ATTACKS).map(async ([what, body]) => {
      const path = await script(what.replaceAll(' ', '-'), body)
      const words = ['check', '--preset=envelope', '--level', '2', '--timeout', '1s', '--', path]
      const { code, envelope } = await bench.surety(words, { cwd: join(path, '..') })
      const { summary, level } = reportOf(envelope)
      return { what, code, isBroken: summary.broken > 0, reached: level.reached }
    }),
  )
  expect(ends).toEqual(
    Object.keys(ATTACKS).map((what) => ({ what, code: 4, isBroken: true, reached: 0 })),
  )
  expect(await bench.left()).toEqual([])
  expect(Date.now() - started).toBeLessThan(170_000)
  expect(existsSync(join(bench.folder, 'deletes-its-own-folder'))).toBe(false)
})

test.concurrent('a tool that prints its environment puts no secret variable into reports', async () => {
  const secret = 'pa55-w0rd-of-ada'
  const loud = await script(
    'loud',
    `env; echo "$SHOP_PASSWORD" | od -An -tx1 | tr -d ' \\n'; env >&2`,
  )
  const env = { SHOP_PASSWORD: secret }
  const calls = [
    bench.surety(['check', '--level=1', '--', loud], { env }),
    bench.surety(['check', '--level=1', '--format', 'plain', '--', loud], { env }),
  ]
  for (const { stdout, stderr } of await Promise.all(calls)) {
    expect(stdout + stderr).toContain('loud')
    expect(stdout + stderr).not.toContain(secret)
    expect(stdout + stderr).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
