import { readFileSync } from 'node:fs'
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { decode as decodeToon } from '@toon-format/toon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'

import { answerLine } from '../transcript/answer-line.ts'
import { hasTerminal, runAtTerminal, runShell } from '../transcript/run-shell.ts'
import { PAY_CODES } from './src/errors/error-codes.ts'

/** Every statement of the founding document about errors, in its order. */

type Document = Readonly<Record<string, unknown>>

const GONE = 'pay wallet remove --chain base --name X --danger --skip-confirm'
const STUCK = 'pay pay GET https://api.offline.example/'
const BEFORE = { code: 'no_wallet', message: 'No keystore for base (X).', retryable: false }
const AFTER = { ...BEFORE, extra: { chain: 'base', name: 'X' } }
const LINE = 'Error (no_wallet): No keystore for base (X).\n'

let folder = ''
const env = { AGENTSCORE_PAY_PASSPHRASE: 'correct horse battery' }
const shell = (line: string, stdin = '') => runShell(line, { cwd: folder, env, stdin })
const terminal = (line: string) => runAtTerminal(line, { cwd: folder, env })
const answer = (line: string) => answerLine(line, { cwd: folder, env })
/** Asks for JSON and reads it. */
const ask = async (line: string): Promise<Document> =>
  JSON.parse((await answer(`${line} --json`)).stdout) as Document

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pay-document-')))
  await shell(
    'pay wallet create --chain base --balance 10; pay wallet create --chain tempo --balance 10',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('summary', () => {
  test('1: an error carries structured context', async () => {
    expect(await ask(GONE)).toHaveProperty('extra', { chain: 'base', name: 'X' })
  })

  test('2: an error carries an action, with a suggestion', async () => {
    const steps = (await ask(STUCK))['next_steps']
    expect(steps).toMatchObject({ action: 'check_url_reachable' })
    expect(steps).toHaveProperty('suggestion')
  })

  test('3: valid keys, chain, held chains and the action reach the wire', async () => {
    expect(await ask('pay config get colour')).toMatchObject({
      extra: { valid_keys: ['preferred_chains'] },
    })
    expect(await ask('pay wallet address --chain solana')).toMatchObject({
      extra: { chain: 'solana', held_chains: ['base', 'tempo'] },
      next_steps: { action: 'create_wallet' },
    })
  })

  test('4: held chains are chains of the wallet that was asked for', async () => {
    const { extra } = await ask('pay wallet address --chain solana --name nobody')
    expect(extra).toEqual({ chain: 'solana', name: 'nobody' })
  })

  test('5: the sample before the change is what is left without context', async () => {
    expect(await ask(`${GONE} --token-limit 1000`)).toEqual(BEFORE)
  })

  test('6: the sample after the change is printed to the byte', async () => {
    const { stdout, stderr, exit } = await shell(`${GONE} --json`)
    expect([stdout, stderr, exit]).toEqual([`${JSON.stringify(AFTER, null, 2)}\n`, '', 1])
  })

  test.each<[string, (text: string) => unknown]>([
    ['toon', (text) => decodeToon(text)],
    ['json', (text) => JSON.parse(text)],
    ['yaml', (text) => parseYaml(text)],
    ['jsonl', (text) => JSON.parse(text)],
  ])('7: %s has the same facts, and the whole envelope if asked', async (format, read) => {
    expect(read((await shell(`${GONE} --format ${format} | cat`)).stdout)).toEqual(AFTER)
    const full = await answer(`${GONE} --format ${format} --full-output`)
    expect(read(full.stdout)).toMatchObject({ ok: false, error: AFTER })
  })

  test('8: Markdown has a section for each fact', async () => {
    const { stdout } = await answer(`${GONE} --format md`)
    expect(stdout).toContain('## code\n\nno_wallet\n\n')
    expect(stdout).toContain('## extra\n\n| Key   | Value |\n|-------|-------|\n| chain | base  |')
  })

  test('9: full output has all words of the command and a real duration', async () => {
    const { meta } = await ask(`${GONE} --full-output`)
    expect(meta).toMatchObject({ command: 'wallet remove' })
    expect((meta as Document)['duration']).toMatch(/^[1-9]\d*ms$/)
  })
})

describe.runIf(hasTerminal)('carve-outs: a person at a terminal', () => {
  test('10: without a format an error is one line and nothing more', async () => {
    const { stdout, exit } = await terminal(GONE)
    expect([stdout, exit]).toEqual([LINE, 1])
  })

  test('11: NO_COLOR does not change the line', async () => {
    expect((await terminal(`NO_COLOR=1 ${GONE}`)).stdout).toBe(LINE)
    expect((await terminal(`${GONE} 2>/dev/null`)).stdout).toBe(LINE)
  })

  test('12: an explicit format is obeyed', async () => {
    expect(JSON.parse((await terminal(`${GONE} --json`)).stdout)).toEqual(AFTER)
    expect(decodeToon((await terminal(`${GONE} --format toon`)).stdout)).toEqual(AFTER)
  })

  test('13: the whole envelope is given if asked for', async () => {
    const { stdout } = await terminal(`${GONE} --full-output`)
    expect(decodeToon(stdout)).toMatchObject({ ok: false, error: AFTER })
  })

  test('14: errors of the framework are one line too, without the codes that say nothing', async () => {
    expect((await terminal('pay walet')).stdout).toMatch(/^Error: There is no command 'walet'.*\n$/)
    expect((await terminal('pay limits set --daily x')).stdout).toMatch(
      /^Error \(VALIDATION_ERROR\): .*\n$/,
    )
  })
})

describe('carve-outs: the rest', () => {
  test('15: a count of tokens is a number, for errors too', async () => {
    const { stdout, exit } = await answer(`${GONE} --json --token-count`)
    expect(stdout).toMatch(/^\d+\n$/)
    expect(exit).toBe(1)
  })

  test('16: a limit of tokens cuts an error that has no context', async () => {
    const { stdout, exit } = await answer(`${GONE} --json --token-limit 5`)
    expect(stdout).toMatch(/^\{\n {2}"code"[^]*\n\[tokens 0 to 5 of \d+\]\n$/)
    expect(exit).toBe(1)
  })

  test('17: an offset of tokens does so as well', async () => {
    const { stdout } = await answer('pay wallet address --chain solana --json --token-offset 5')
    expect(stdout).toMatch(/\n\[tokens 5 to (\d+) of \1\]\n$/)
    expect(stdout).not.toMatch(/extra|next_steps/)
  })

  test.each([
    ['COMMAND_NOT_FOUND', 'pay walet list'],
    ['VALIDATION_ERROR', 'pay limits set --daily x'],
    ['UNKNOWN', 'pay wallet list --colour'],
  ])('18: %s comes from the framework and has no context', async (code, line) => {
    const error = await ask(line)
    expect(error['code']).toBe(code)
    expect(['retryable', 'extra', 'next_steps'].filter((name) => name in error)).toEqual([])
  })
})

describe('an error that is thrown at once', () => {
  test.each(['pay pay', 'pay check', 'pay fund-estimate'])(
    '19: %s with a malformed header is invalid input, not unknown',
    async (command) => {
      const error = await ask(`${command} GET https://api.maps.example/ -H nonsense`)
      expect(error).toMatchObject({ code: 'invalid_input', retryable: false })
    },
  )

  test('20: an error that is thrown later goes the same way', async () => {
    expect(await ask('pay check GET https://api.offline.example/')).toMatchObject({
      code: 'network_error',
      extra: { code: 'ENOTFOUND' },
    })
  })
})

describe('documentation', () => {
  const guide = () => ask('pay agent-guide')

  test('21: errors are on stdout, and stderr stays empty', async () => {
    const { stdout, stderr } = await shell(GONE)
    expect([decodeToon(stdout), stderr]).toEqual([AFTER, ''])
  })

  test('22: the shape is flat: the code is not inside an error', async () => {
    expect(await ask(GONE)).not.toHaveProperty('error')
  })

  test('23: no error has a hint', async () => {
    expect(await ask(STUCK)).not.toHaveProperty('hint')
  })

  test('24: the README reads errors from stdout and names extra and next_steps', () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
    expect(readme).toMatch(/stdout/)
    expect(readme).toMatch(/"extra"/)
    expect(readme).toMatch(/"next_steps"/)
    expect(readme).not.toMatch(/\bhint\b/)
  })

  test('25: the guide has the contract of errors: channel and three shapes', async () => {
    const envelope = (await guide())['error_envelope'] as Document
    expect(envelope['channel']).toBe('stdout')
    expect(Object.keys(envelope['shape'] as Document)).toEqual([
      ...Object.keys(BEFORE),
      'extra',
      'next_steps',
    ])
    expect(envelope['full_output_shape']).toMatch(/ok.*error.*meta/)
    expect(envelope['human_tty_shape']).toMatch(/Error \(code\): message/)
  })

  test('26: the guide keeps recovery and exit codes beside it', async () => {
    expect(await guide()).toMatchObject({
      identity_error_recovery: expect.arrayContaining([]) as unknown[],
      exit_codes: { 0: expect.any(String) as string, 5: expect.any(String) as string },
    })
  })

  test('27: the guide speaks of stdout, extra and next_steps, not of a hint', async () => {
    const text = String((await guide())['json_mode'])
    expect(text).toMatch(/stdout.*extra and next_steps/)
    expect(text).not.toMatch(/hint/)
  })

  test('28: a consumer reads the code from stdout', async () => {
    const script = `let t=''; process.stdin.on('data', d => t += d).on('end', () => console.log(JSON.parse(t).code))`
    const { stdout } = await shell(`${GONE} --json | node -e "${script}"`)
    expect(stdout).toBe('no_wallet\n')
  })
})

describe('tests of the change', () => {
  test('29: context and action are left out where there are none', async () => {
    expect(await ask('pay pay GET https://api.strange.example/')).toEqual({
      code: 'unknown',
      message: expect.any(String) as string,
      retryable: false,
    })
  })

  test('30: an error may have both', async () => {
    expect(Object.keys(await ask(STUCK))).toEqual([...Object.keys(AFTER), 'next_steps'])
  })

  test('31: the last format wins, both ways', async () => {
    expect((await answer(`${GONE} --json --format yaml`)).stdout).toMatch(/^code: /)
    expect((await answer(`${GONE} --format yaml --json`)).stdout).toMatch(/^\{/)
  })

  test('32: TOON is the default, also in a pipe', async () => {
    expect(decodeToon((await shell(`${GONE} | cat`)).stdout)).toEqual(AFTER)
  })

  test('33: --version and --help pass as they are', async () => {
    expect(await shell('pay --version')).toMatchObject({ stdout: 'pay 0.1.0\n', exit: 0 })
    expect((await shell('pay wallet --help')).exit).toBe(0)
  })

  test('34: 27 codes have an exit each', () => {
    const codes = Object.values(PAY_CODES)
    expect(codes).toHaveLength(27)
    expect(new Set(codes.map(({ exit }) => exit))).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  test('35: three codes may be retried, whatever their exit', () => {
    const codes = Object.entries(PAY_CODES).filter(([, { retryable }]) => retryable)
    expect(codes.map(([code]) => code)).toEqual(['network_error', 'rpc_error', 'session_timeout'])
  })

  test('36: a success passes as it is, compact and full', async () => {
    const address = await ask('pay wallet address --chain base')
    expect(address).toMatchObject({ chain: 'base', name: 'default' })
    expect(await ask('pay wallet address --chain base --full-output')).toMatchObject({
      ok: true,
      data: address,
    })
  })

  test('37: one error leaves nothing for the next call', async () => {
    const { stdout } = await shell(`${GONE} --json >&2; pay wallet list --json`)
    expect(JSON.parse(stdout)).toHaveProperty('wallets')
  })

  test('38: errors of the tool and of the framework exit with 1 alike', async () => {
    const lines = [GONE, 'pay walet', 'pay limits set', 'pay config get colour']
    const exits = await Promise.all(lines.map(async (line) => (await answer(line)).exit))
    expect(exits).toEqual([1, 1, 1, 1])
  })
})

describe('advice', () => {
  const ADVISED = [
    'pay wallet address --chain solana',
    'pay wallet create --chain base',
    'pay wallet remove --chain solana --name none',
    'pay wallet remove --chain base --danger',
    'pay limits set',
    'pay unlock',
    'pay pay GET https://api.weather.example/today',
    'pay pay GET https://api.archive.example/',
    'pay pay GET https://api.models.example/ --name poor',
    'pay pay GET https://api.slow.example/ --chain base',
    STUCK,
  ]

  const inHome = (home: string, text: string) =>
    answerLine(text, { cwd: home, env: { ...env, AGENTSCORE_PAY_HOME: home } })
  let prepared = ''
  beforeAll(async () => {
    prepared = await mkdtemp(join(tmpdir(), 'pay-prepared-'))
    for (const wallet of [
      'base --balance 10',
      'tempo --balance 10',
      'base --name poor',
      'solana --name poor',
    ])
      await inHome(prepared, `pay wallet create --chain ${wallet}`)
  })
  afterAll(() => rm(prepared, { recursive: true, force: true }))

  test.each(ADVISED)('39: what %s suggests is a command line that can be run', async (line) => {
    const home = await mkdtemp(join(tmpdir(), 'pay-advice-'))
    await cp(prepared, home, { recursive: true })
    const said = await inHome(home, `${line} --json`)
    const error = JSON.parse(said.stdout) as { next_steps: Document }
    const suggestion = String(error.next_steps['suggestion'])
    const left = await inHome(home, `${suggestion} --json`)
    await rm(home, { recursive: true, force: true })
    // It may fail for the same reason, but it is never refused as a command line.
    const { code = '' } = JSON.parse(left.stdout) as { code?: string }
    expect(['', 'network_error', 'no_wallet', 'multi_rail_candidates']).toContain(code)
  })

  test('40: a wallet that may hold money is not advised to be removed', async () => {
    const error = await ask('pay wallet create --chain base')
    expect(error).toMatchObject({ code: 'wallet_exists' })
    expect(JSON.stringify(error)).not.toMatch(/remove/)
  })

  test('41: no suggestion repeats a query or a header, which may be secret', async () => {
    const { stdout } = await shell(`${STUCK.slice(0, -1)}?token=s3cret -H 'X-Key: s3cret' --json`)
    expect(stdout).not.toContain('s3cret')
    expect(JSON.parse(stdout)).toMatchObject({ next_steps: { action: 'check_url_reachable' } })
  })

  test.each(['check', 'fund-estimate'])('42: %s pays nothing', async (command) => {
    const before = await ask('pay fund-estimate GET https://api.maps.example/')
    await ask(`pay ${command} GET https://api.maps.example/`)
    expect(await ask('pay fund-estimate GET https://api.maps.example/')).toEqual(before)
  })
})

describe('readers', () => {
  test('43: the default output is recognised without a dialect, as a guess', async () => {
    const capture = `pay wallet address --chain solana > out; $SURETY decode --stdout out --exit-code $?`
    const { stdout } = await shell(capture)
    expect(JSON.parse(stdout)).toMatchObject({
      data: {
        dialect: 'incur-compact',
        outcome: { ok: false, error: { code: 'no_wallet', details: { chain: 'solana' } } },
      },
    })
  })

  test.each(['spec-1.0', 'spec-1.6', 'td', 'claw-1.0', 'claw-2.0', 'animus-1'])(
    '44: in %s an agent finds the context, the action and the suggestion',
    async (dialect) => {
      const line = 'pay wallet address --chain solana --envelope'
      const { stdout, stderr } = await answer(`${line} ${dialect} --json`)
      const document = JSON.parse(stdout || stderr) as Document
      const text = JSON.stringify(document)
      expect(text).not.toContain('x_envelope')
      expect(text).toContain('"held_chains":["base","tempo"]')
      expect(text).toContain('"action":"create_wallet"')
      expect(text).toContain('pay wallet create --chain solana --name default')
    },
  )

  test.each([
    'pay limits set',
    'pay config set colour blue',
    'pay wallet remove --chain base',
    'pay pay GET https://api.maps.example/ -H nonsense',
    'pay pay GET nowhere',
    'pay pay GET https://api.maps.example/ --chain doge',
    'pay unlock',
  ])('44: in contract 1.0, %s is refused input: nothing was changed', async (line) => {
    const { stdout, exit } = await answer(`${line} --envelope spec-1.0 --json`)
    expect(JSON.parse(stdout)).toMatchObject({ error: { phase: 'validation' } })
    expect(exit).toBe(3)
  })

  test('45: through run an agent finds them too', async () => {
    const line = '$SURETY run --dialect incur-compact -- pay wallet address --chain solana'
    const text = JSON.stringify(JSON.parse((await shell(line)).stdout))
    expect(text).not.toContain('x_envelope')
    expect(text).toContain('"held_chains":["base","tempo"]')
    expect(text).toContain('"action":"create_wallet"')
  })
})
