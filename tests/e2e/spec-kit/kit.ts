import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { Ajv, type ValidateFunction } from 'ajv'

import type { Loose } from '../processes/run-program.ts'

/** A call that the kit makes, as its profile declares it. */
export interface Probe {
  readonly argv: readonly string[]
  readonly kind: 'read' | 'invalid' | 'destructive' | 'stream'
  readonly dryRunFlag?: string
  /** SIGINT after so many lines, for streams. */
  readonly afterLines?: number
}

/** What the spec's conformance kit is told about a tool; all of it, for a verdict at level 3. */
export interface Profile {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly manifest: readonly string[]
  readonly order: {
    readonly path: readonly string[]
    readonly local: readonly string[]
    readonly flag: string
    readonly value: string
    readonly alternate: string
    readonly positional?: string
  }
  readonly probes: readonly Probe[]
}

/** One process that the kit started. */
export interface Ran {
  readonly argv: readonly string[]
  readonly how: string
  readonly ms: number
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
  /** Whether the signal of a stream was sent before its end. */
  readonly isSent?: boolean
}

/** The schemas to hold answers to: ours, or those of the spec itself in the folder that SPEC_SCHEMAS names. */
const { SPEC_SCHEMAS: theirs } = process.env
const schema = (name: string): object => {
  const place = theirs
    ? pathToFileURL(`${theirs}/${name}.json`)
    : new URL(`../../../packages/surety/schemas/1.16/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(place, 'utf8')) as object
}
const ajv = new Ajv({ strict: false, formats: { 'date-time': isDateTime } })
if (theirs) for (const name of ['exit-code', 'exit-code-entry']) ajv.addSchema(schema(name))
const isEnvelope = ajv.compile(schema('response-envelope'))
const isManifest = ajv.compile(schema('manifest-response'))

// oxlint-disable-next-line no-control-regex -- finding control sequences is the point
const CSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/
const DEADLINE_MS = 20_000
/** Exits of the table and of commands, and those of signals. */
const isAllowed = (code: number) =>
  (code >= 0 && code <= 14) || (code >= 79 && code <= 125) || code === 130 || code === 143

/**
 * Runs the fourteen checks of the spec's kit on real processes; returns what failed, by check. A check
 * without its probes is skipped, as the kit does it.
 */
export async function runKit(
  tool: Profile,
  note: (ran: Ran) => void = () => {},
): Promise<Readonly<Record<string, string[]>>> {
  const profile = { ...tool, note }
  const failures: Record<string, string[]> = Object.fromEntries(CHECKS.map((id) => [id, []]))
  const fail = (check: (typeof CHECKS)[number], ran: Ran, why: string) =>
    void failures[check]!.push(
      `${ran.argv.join(' ')}: ${why}; exit ${ran.exit}; ${ran.stdout.slice(0, 600)}${ran.stderr.slice(0, 300)}`,
    )
  const checkAnswer = (ran: Ran) => {
    const document = envelopeOf(ran)
    if (document === null) fail('json_envelope', ran, ajv.errorsText(isEnvelope.errors))
    if (ran.exit === null || !isAllowed(ran.exit) || ran.exit !== document?.['meta'].exit_code)
      fail('exit_code_contract', ran, 'another exit code')
    if (CSI.test(ran.stdout)) fail('stdout_no_ansi', ran, 'control sequence')
  }
  await eachOf(
    profile.probes.filter(({ kind }) => kind !== 'stream'),
    async ({ argv, kind, dryRunFlag }) => {
      const closed = await run(profile, argv)
      if (closed.exit === null) return fail('no_hang_stdin_closed', closed, 'no end')
      checkAnswer(closed)
      const [open, plain] = await Promise.all([
        run(profile, argv, { stdin: 'pipe' }),
        run(profile, argv, { env: { NO_COLOR: '1' } }),
      ])
      if (open.exit === null) fail('no_hang_stdin_open', open, 'no end')
      if (CSI.test(plain.stdout + plain.stderr)) fail('no_color_honored', plain, 'color')
      if (kind === 'invalid' && closed.exit !== 2) fail('invalid_input_exit_2', closed, 'not 2')
      if (kind !== 'destructive') return undefined
      if (closed.exit !== 2) fail('destructive_refuses_unconfirmed', closed, 'not 2')
      const dry = await run(profile, [...argv, dryRunFlag!])
      checkAnswer(dry)
      if (dry.exit !== 0 || envelopeOf(dry) === null) fail('dry_run_preview', dry, 'no preview')
      return undefined
    },
  )
  const help = await run(profile, ['--help'])
  if (help.exit !== 0 || (help.stdout.trim() !== '' && envelopeOf(help) === null))
    fail('help_off_stdout', help, 'help on stdout')
  const manifest = await run(profile, profile.manifest)
  const described = envelopeOf(manifest)?.['data']
  if (!isManifest(described)) fail('manifest_valid', manifest, ajv.errorsText(isManifest.errors))
  await checkOrder(profile, (ran, why) => fail('argument_order', ran, why))
  await eachOf(
    profile.probes.filter(({ kind }) => kind === 'stream'),
    async (probe) => {
      const ran = await run(profile, probe.argv, { afterLines: probe.afterLines })
      for (const why of streamProblems(ran)) fail('stream_contract', ran, why)
      if (probe.afterLines === undefined) return
      const last = parse(ran.stdout.trimEnd().split('\n').at(-1) ?? '') as Loose | undefined
      if (
        !ran.isSent ||
        ran.exit !== 130 ||
        last?.['error']?.code !== 'CANCELLED' ||
        last['data']?.partial !== true
      )
        fail('stream_sigint', ran, 'not cancelled')
    },
  )
  return Object.fromEntries(Object.entries(failures).filter(([, found]) => found.length > 0))
}

const CHECKS = [
  'no_hang_stdin_closed',
  'no_hang_stdin_open',
  'json_envelope',
  'exit_code_contract',
  'stdout_no_ansi',
  'no_color_honored',
  'help_off_stdout',
  'invalid_input_exit_2',
  'dry_run_preview',
  'destructive_refuses_unconfirmed',
  'manifest_valid',
  'argument_order',
  'stream_contract',
  'stream_sigint',
] as const

async function checkOrder(profile: Noted, fail: (ran: Ran, why: string) => void): Promise<void> {
  const { path, local, flag, value, alternate, positional } = profile.order
  const placements = (text: string) => [
    [flag, text, ...path, ...local],
    [...path, flag, text, ...local],
    [...path, ...local, flag, text],
  ]
  const data = (ran: Ran) => JSON.stringify(envelopeOf(ran)?.['data'])
  const asked = await eachOf(placements(value), (argv) => run(profile, argv))
  const others = await eachOf(placements(alternate), (argv) => run(profile, argv))
  for (const ran of [...asked, ...others]) if (ran.exit !== 0) fail(ran, 'not 0')
  for (const ran of asked) {
    if (data(ran) === undefined || data(ran) !== data(asked[0]!)) fail(ran, 'other data')
  }
  for (const ran of others) {
    if (ran.stdout !== others[0]!.stdout || ran.stdout === asked[0]!.stdout) fail(ran, 'other text')
  }
  const twice = await run(profile, [flag, value, ...path, ...local, flag, alternate])
  if (twice.exit !== 2) fail(twice, 'a conflicting repeat is accepted')
  if (positional === undefined) return
  const [after, before, alone] = await eachOf(
    [
      [...path, positional, ...local],
      [...path, ...local, positional],
      [...path, positional],
    ],
    (argv) => run(profile, argv),
  )
  for (const ran of [after!, before!, alone!])
    if (ran.exit !== 0 || envelopeOf(ran) === null) fail(ran, 'positional refused')
  if (data(after!) !== data(before!)) fail(after!, 'the place of the positional matters')
  if (data(after!) === data(alone!)) fail(alone!, 'the local option changes nothing')
}

function streamProblems({ stdout, exit }: Ran): readonly string[] {
  const problems: string[] = []
  const lines = stdout.replace(/\n$/, '').split('\n')
  let items = 0
  let isNumbered: boolean | undefined
  for (const [at, text] of lines.entries()) {
    const line = parse(text) as Loose | undefined
    if (typeof line !== 'object' || line === null || Array.isArray(line)) {
      problems.push(`line ${at + 1} is no object`)
      continue
    }
    const isSummary = line['_summary'] === true
    const isError = typeof line['ok'] === 'boolean' && Object.hasOwn(line, 'error')
    if (isSummary || isError) {
      if (at !== lines.length - 1) problems.push('a line follows the last one')
      if (isSummary && exit !== 0) problems.push('a summary with a failure')
      if (isError && (!isEnvelope(line) || line['ok'] !== false || line['meta'].exit_code !== exit))
        problems.push('no error envelope')
      if (isNumbered && isSummary && line['_count'] !== items) problems.push('wrong _count')
      if (isNumbered && isError && line['meta'].items_emitted !== items)
        problems.push('wrong items_emitted')
      if (Object.hasOwn(line, '_seq')) problems.push('a numbered last line')
    } else if (line['heartbeat'] === true) {
      if (Object.hasOwn(line, '_seq')) problems.push('a numbered heartbeat')
    } else {
      items += 1
      isNumbered ??= Object.hasOwn(line, '_seq')
      if (isNumbered ? line['_seq'] !== items : Object.hasOwn(line, '_seq'))
        problems.push('wrong _seq')
      if (at === lines.length - 1) problems.push('no last line')
    }
  }
  return problems
}

type Noted = Profile & { readonly note: (ran: Ran) => void }

/** Starts a tool as the kit does: a session of its own, no terminal, files or a pipe for its output. */
function run(
  { command, env, note }: Noted,
  argv: readonly string[],
  {
    stdin = 'ignore',
    afterLines,
    env: more = {},
  }: {
    stdin?: 'ignore' | 'pipe'
    afterLines?: number | undefined
    env?: Record<string, string>
  } = {},
): Promise<Ran> {
  const {
    FORCE_COLOR: _force,
    CLICOLOR_FORCE: _clicolor,
    CI: _ci,
    NO_COLOR: _no,
    ...rest
  } = process.env
  const [program, ...prefix] = command
  const began = performance.now()
  const how = afterLines === undefined ? (more['NO_COLOR'] ? 'NO_COLOR' : stdin) : 'SIGINT'
  return new Promise((resolve, reject) => {
    const child = spawn(program!, [...prefix, ...argv], {
      env: { ...rest, ...env, ...more },
      stdio: [stdin, 'pipe', 'pipe'],
      detached: true,
    })
    let [stdout, stderr, isSent] = ['', '', false]
    child.stdout!.on('data', (chunk: Buffer) => {
      stdout += String(chunk)
      if (afterLines === undefined || isSent || stdout.split('\n').length <= afterLines) return
      isSent = true
      child.kill('SIGINT')
    })
    child.stderr!.on('data', (chunk: Buffer) => void (stderr += String(chunk)))
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), DEADLINE_MS)
    child.on('error', reject)
    child.on('close', (exit) => {
      clearTimeout(timer)
      child.stdin?.destroy()
      const ms = Math.round(performance.now() - began)
      const ran = { argv, how, ms, stdout, stderr, exit, isSent }
      note(ran)
      resolve(ran)
    })
  })
}

async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(items.map(work))
}

function envelopeOf({ stdout }: Ran): Loose | null {
  const document = parse(stdout.trim())
  return (isEnvelope as ValidateFunction<Loose>)(document) ? document : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
}
