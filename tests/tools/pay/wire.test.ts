import { decode as decodeToon } from '@toon-format/toon'
import { estimateTokenCount } from 'tokenx'
import { parse as parseYaml } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runCli } from 'surety/testing'

import { pay } from './src/cli.ts'
import { createHome, PASSPHRASE, type TestHome } from './test-home.ts'

let home: TestHome
beforeAll(async () => {
  home = await createHome()
  await home.answer(['wallet', 'create', '--chain', 'base', '--balance', '10'])
})
afterAll(() => home.remove())

const GONE = ['wallet', 'remove', '--chain', 'base', '--name', 'X', '--danger', '--skip-confirm']
const STUCK = ['pay', 'GET', 'https://api.offline.example/']
const ADDRESS = ['wallet', 'address', '--chain', 'base']

/** The samples of the founding document. */
const BEFORE = { code: 'no_wallet', message: 'No keystore for base (X).', retryable: false }
const AFTER = { ...BEFORE, extra: { chain: 'base', name: 'X' } }
const STUCK_ERROR = {
  code: 'network_error',
  message: 'api.offline.example cannot be reached.',
  retryable: true,
  extra: { code: 'ENOTFOUND' },
  next_steps: {
    action: 'check_url_reachable',
    suggestion: 'pay check GET https://api.offline.example/',
  },
}

const READERS = {
  json: (text: string): unknown => JSON.parse(text),
  jsonl: (text: string): unknown => JSON.parse(text),
  yaml: (text: string): unknown => parseYaml(text),
  toon: (text: string): unknown => decodeToon(text),
} as const
const formats = Object.entries(READERS)

describe('the samples of the document', () => {
  test('after: extra is on the wire', async () => {
    const { stdout, stderr, exit } = await home.run([...GONE, '--json'])
    expect(stdout).toBe(`${JSON.stringify(AFTER, null, 2)}\n`)
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 1 })
  })

  test('before: what is left where the answer is measured', async () => {
    const { stdout } = await home.answer([...GONE, '--json', '--token-limit', '1000'])
    expect(JSON.parse(stdout)).toEqual(BEFORE)
  })

  test('full output keeps all words of the command and its duration', async () => {
    const { stdout } = await home.answer([...GONE, '--json', '--full-output'])
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: AFTER,
      meta: { command: 'wallet remove', duration: expect.stringMatching(/^\d+ms$/) as string },
    })
  })
})

describe.each(formats)('%s', (format, read) => {
  const inFormat = (argv: readonly string[], ...more: string[]) =>
    home.answer([...argv, '--format', format, ...more])

  test('an error says the same as in JSON, compact and full', async () => {
    expect(read((await inFormat(STUCK)).stdout)).toEqual(STUCK_ERROR)
    const full = await inFormat(STUCK, '--full-output')
    expect(read(full.stdout)).toMatchObject({
      ok: false,
      error: STUCK_ERROR,
      meta: { command: 'pay' },
    })
    expect(full).toMatchObject({ stderr: '', exit: 2 })
  })

  test('so does a success', async () => {
    const address = {
      chain: 'base',
      name: 'default',
      address: expect.stringMatching(/^0x/) as string,
    }
    expect(read((await inFormat(ADDRESS)).stdout)).toEqual(address)
    expect(read((await inFormat(ADDRESS, '--full-output')).stdout)).toEqual({
      ok: true,
      data: address,
      meta: { command: 'wallet address', duration: expect.stringMatching(/^\d+ms$/) as string },
    })
  })

  test('suggestions stand in the result, or in meta', async () => {
    const fund = ['wallet', 'fund', '--chain', 'base', '--amount', '0']
    const cta = { commands: [{ description: 'Pay for a call' }] }
    expect(read((await inFormat(fund)).stdout)).toMatchObject({ ok: true, cta })
    expect(read((await inFormat(fund, '--full-output')).stdout)).toMatchObject({ meta: { cta } })
  })
})

describe('md, as the formatter of incur writes it', () => {
  const inMarkdown = async (...words: readonly string[]) =>
    (await home.answer([...words, '--format', 'md'])).stdout

  test('a flat result is an aligned table', async () => {
    const [header, rule, chain] = (await inMarkdown(...ADDRESS)).split('\n')
    expect(header).toMatch(/^\| Key {5}\| Value {38}\|$/)
    expect(rule).toBe(`|---------|${'-'.repeat(44)}|`)
    expect(chain).toMatch(/^\| chain {3}\| base {39}\|$/)
  })

  test('an error has a section for each fact, and a table for facts that are flat', async () => {
    const facts = [
      '## extra\n\n| Key  | Value     |\n|------|-----------|\n| code | ENOTFOUND |\n\n',
      '| action     | check_url_reachable                        |',
    ]
    const compact = await inMarkdown(...STUCK)
    for (const text of ['## code\n\nnetwork_error\n\n', ...facts]) expect(compact).toContain(text)
    const full = await inMarkdown(...STUCK, '--full-output')
    expect(full).toContain('## error.code\n\nnetwork_error\n\n')
    expect(full).toContain(facts[0]!.replace('extra', 'error.extra'))
    expect(full).toMatch(
      /## meta\n\n\| Key {6}\| Value +\|\n\|-+\|-+\|\n\| command {2}\| pay +\|\n/,
    )
  })

  test('a list in a row is joined by commas', async () => {
    const text = await inMarkdown('wallet', 'list')
    expect(text).toBe(
      '## wallets\n\n| chain | names   |\n|-------|---------|\n| base  | default |\n',
    )
  })
})

describe('which format', () => {
  test('the last one given wins, both ways', async () => {
    expect((await home.answer([...GONE, '--format', 'yaml', '--json'])).stdout).toMatch(/^\{/)
    expect((await home.answer([...GONE, '--json', '--format', 'yaml'])).stdout).toMatch(/^code: /)
  })

  test('toon where none is given, also in pipes', async () => {
    const { stdout } = await home.answer(GONE)
    expect(decodeToon(stdout)).toEqual(AFTER)
  })
})

describe('errors of the framework pass as they are', () => {
  test('COMMAND_NOT_FOUND has a cta and exits with 1', async () => {
    const { stdout, exit } = await home.answer(['walet', 'list', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      code: 'COMMAND_NOT_FOUND',
      message: expect.any(String) as string,
      cta: {
        description: expect.any(String) as string,
        commands: [{ command: 'pay wallet list --json' }],
      },
    })
    expect(exit).toBe(1)
  })

  test('VALIDATION_ERROR has field errors of six members', async () => {
    const { stdout, exit } = await home.answer(['limits', 'set', '--per-call', 'abc', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      code: 'VALIDATION_ERROR',
      message: expect.any(String) as string,
      fieldErrors: [
        {
          code: 'invalid_type',
          missing: false,
          path: 'perCall',
          expected: 'number',
          received: 'abc',
          message: expect.any(String) as string,
        },
      ],
    })
    expect(exit).toBe(1)
  })

  test('UNKNOWN has code and message alone', async () => {
    const { stdout, exit } = await home.answer([
      'wallet',
      'list',
      '--colour',
      '--json',
      '--full-output',
    ])
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, meta: { command: 'wallet list' } })
    expect((JSON.parse(stdout) as { error: object }).error).toEqual({
      code: 'UNKNOWN',
      message: expect.any(String) as string,
    })
    expect(exit).toBe(1)
  })
})

test('--token-count gives the size of an error without its context, as a number alone', async () => {
  const { stdout, exit } = await home.answer([...STUCK, '--json', '--token-count'])
  const { code, message, retryable } = STUCK_ERROR
  const bare = JSON.stringify({ code, message, retryable }, null, 2)
  expect(Number(stdout)).toBe(estimateTokenCount(bare))
  expect(exit).toBe(2)
})

test('--token-limit and --token-offset cut an error without its context', async () => {
  const missing = ['wallet', 'address', '--chain', 'solana', '--json']
  const whole = (await home.answer([...missing, '--token-limit', '1000'])).stdout
  expect(whole).not.toContain('extra')
  const first = await home.answer([...missing, '--token-limit', '6'])
  const rest = await home.answer([...missing, '--token-offset', '6'])
  const [, start, end] = /^([^]*)\n\[tokens 0 to 6 of (\d+)\]\n$/.exec(first.stdout) ?? []
  expect(whole.startsWith(start ?? '?')).toBe(true)
  expect(rest.stdout).toContain(`[tokens 6 to ${end} of ${end}]`)
  expect(start + rest.stdout.split('\n[tokens')[0]!).toBe(whole.trimEnd())
  expect([first.exit, rest.exit]).toEqual([1, 1])
})

test('a header that is none throws before there is a promise, and ends as its own code', async () => {
  const { stdout, exit } = await home.answer([...STUCK, '-H', 'no header', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    code: 'invalid_input',
    next_steps: { action: 'supply_flag' },
  })
  expect(exit).toBe(1)
})

test('a group without a command shows its help on stdout and exits with 0', async () => {
  const text = await home.answer(['wallet'])
  expect(text).toMatchObject({ exit: 0, stderr: '' })
  expect(text.stdout).toMatch(/^pay wallet\n[^]*\n {2}create +Makes wallets\n/)
  const data = await home.answer(['wallet', '--json'])
  expect(data).toMatchObject({ exit: 0, stderr: '' })
  expect(JSON.parse(data.stdout)).toMatchObject({
    command: 'pay wallet',
    commands: expect.arrayContaining([{ name: 'create', description: 'Makes wallets' }]),
  })
})

describe('at a terminal', () => {
  const atTerminal = (...argv: string[]) => {
    const env = { AGENTSCORE_PAY_HOME: home.path, AGENTSCORE_PAY_PASSPHRASE: PASSPHRASE }
    return runCli(pay, argv, { env, tty: true, unchecked: true })
  }

  test('without a format a person reads one line', async () => {
    const { stdout, stderr, exit } = await atTerminal(...GONE)
    expect(stdout + stderr).toBe('Error (no_wallet): No keystore for base (X).\n')
    expect(exit).toBe(1)
  })

  test('with the whole envelope requested it is obeyed', async () => {
    const { stdout } = await atTerminal(...GONE, '--full-output')
    expect(decodeToon(stdout)).toMatchObject({ ok: false, error: AFTER })
  })

  test('with a format the error carries its context', async () => {
    const { stdout } = await atTerminal(...GONE, '--json')
    expect(JSON.parse(stdout)).toEqual(AFTER)
  })
})
