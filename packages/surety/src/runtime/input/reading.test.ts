import { runInNewContext } from 'node:vm'

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { s } from '../../schema/index.ts'
import { readerOf } from './reading.suite.ts'

const parser = await readerOf({
  args: { target: s.string().describe('Where to'), counts: s.array(s.number()).default([]) },
  options: {
    size: s.integer().min(1).optional().short('n'),
    zone: s.enum(['east', 'west']).default('east').short('z'),
    force: s.boolean().default(false).short('f'),
    quiet: s.boolean().default(false).short('q'),
    tag: s.array(s.string()).default([]).short('t'),
    apiToken: s.string().max(8).secret().optional(),
    wait: s.duration().optional(),
  },
  globals: { output: s.enum(['json', 'yaml']).optional().alias('format', 'output-format') },
})

const read = (...argv: string[]) => parser.read(argv)
const options = async (...argv: string[]) => {
  const { options: given, problems } = await read(...argv)
  expect(problems).toEqual([])
  return given
}
const codes = async (...argv: string[]) =>
  (await read(...argv)).problems.map(({ param, code }) => `${code} ${param}`)

describe('count flags, lists in one value and hidden options', () => {
  const own = {
    verbose: s.count().short('v'),
    tag: s.array(s.string()).split().default([]),
    port: s.array(s.integer()).split(':').default([]),
    xray: s.boolean().default(false).hidden(),
  }
  const foreign = {
    verbose: z.int().min(0).default(0).meta({ 'x-count': true, 'x-short': 'v' }),
    tag: z.array(z.string()).default([]).meta({ 'x-separator': ',' }),
    port: z.array(z.int()).default([]).meta({ 'x-separator': ':' }),
    xray: z.boolean().default(false).meta({ 'x-hidden': true }),
  }
  const none = { verbose: 0, tag: [], port: [], xray: false }

  test.each([
    [[], {}],
    [['-v'], { verbose: 1 }],
    [['-vvv'], { verbose: 3 }],
    [['-v', '--verbose', '-vv'], { verbose: 4 }],
    [['--verbose=2', '-v'], { verbose: 3 }],
    [['-vv', '--no-verbose'], { verbose: 0 }],
    [['--tag', 'a,b', '--tag=c'], { tag: ['a', 'b', 'c'] }],
    [['--tag', ' a , ,b,'], { tag: ['a', 'b'] }],
    [['--tag', '["a,b"]'], { tag: ['a,b'] }],
    [['--tag', ''], { tag: [] }],
    [['--port', '1:2', '--xray'], { port: [1, 2], xray: true }],
  ])('%j, alike in both libraries', async (argv, expected) => {
    for (const shape of [own, foreign]) {
      const { options: given, problems } = await (await readerOf({ options: shape })).read(argv)
      expect(problems).toEqual([])
      expect(given).toEqual({ ...none, ...expected })
    }
  })

  test('names the item of a list that is wrong, and all of them', async () => {
    const { problems } = await (await readerOf({ options: own })).read(['--port', '1:x:2:y'])
    expect(problems.map(({ param, value }) => [param, value])).toEqual([
      ['--port', 'x'],
      ['--port', 'y'],
    ])
  })

  test('never suggests or lists a hidden option', async () => {
    const { problems } = await (await readerOf({ options: own })).read(['--xra'])
    expect(problems).toMatchObject([
      { code: 'UNKNOWN_FLAG', allowed: ['--verbose', '--tag', '--port'] },
    ])
    expect(problems[0]).not.toHaveProperty('suggestion')
  })
})

describe('valid command lines', () => {
  test('fills in defaults', async () => {
    expect(await read('prod')).toEqual({
      args: { target: 'prod', counts: [] },
      options: { zone: 'east', force: false, quiet: false, tag: [] },
      globals: {},
      problems: [],
      missing: [],
      secrets: [],
    })
  })

  test.each([
    [['prod', '--size', '5'], { size: 5 }],
    [['prod', '--size=5'], { size: 5 }],
    [['--size', '5', 'prod'], { size: 5 }],
    [['-n5', 'prod'], { size: 5 }],
    [['-n=5', 'prod'], { size: 5 }],
    [['-n', '5', 'prod'], { size: 5 }],
    [['-fqn5', 'prod'], { size: 5, force: true, quiet: true }],
    [['-fq', 'prod'], { force: true, quiet: true }],
    [['--force', 'prod'], { force: true }],
    [['--force=false', 'prod'], { force: false }],
    [['--force', '--no-force', 'prod'], { force: false }],
    [['--no-force=false', 'prod'], { force: true }],
    [['prod', '--tag', 'a', '1', '--tag=b', '-tc'], { tag: ['a', 'b', 'c'] }],
    [['prod', '--tag', '["a","b"]'], { tag: ['a', 'b'] }],
    [['prod', '--tag=--x'], { tag: ['--x'] }],
    [['prod', '--size', '1', '--size', '2'], { size: 2 }],
    [['prod', '--wait', '5m'], { wait: 300_000 }],
    [['prod', '--tag', '-'], { tag: ['-'] }],
    [['prod', '--tag', '- item'], { tag: ['- item'] }],
    [['prod', '--tag='], { tag: [''] }],
  ])('reads the options of %j', async (argv, expected) => {
    expect(await options(...argv)).toMatchObject(expected)
  })

  test('reads negative numbers as arguments and as values', async () => {
    expect((await read('prod', '-5', '-.5', '-1e3', '7')).args).toEqual({
      target: 'prod',
      counts: [-5, -0.5, -1000, 7],
    })
    expect(await codes('prod', '--size', '-5')).toEqual(['INVALID_VALUE --size'])
  })

  test('reads everything after -- as arguments', async () => {
    expect(await read('--', '--force', '-5')).toMatchObject({
      args: { target: '--force', counts: [-5] },
      problems: [],
    })
  })

  test('treats an alias as the same option, and the last one wins', async () => {
    expect((await read('x', '--output', 'json', '--format=yaml')).globals).toEqual({
      output: 'yaml',
    })
    expect((await read('x', '--output-format', 'yaml', '--output=json')).globals).toEqual({
      output: 'json',
    })
  })

  test('reads a digit as an option if it is a declared short option', async () => {
    const digits = await readerOf({ options: { one: s.boolean().default(false).short('1') } })
    expect(await digits.read(['-1'])).toMatchObject({ options: { one: true }, problems: [] })
  })

  test('uses supplied values for options and arguments that the command line lacks', async () => {
    const result = await parser.read(['--size=3'], {
      args: { target: 'asked' },
      options: { size: 9 },
    })
    expect(result).toMatchObject({
      args: { target: 'asked' },
      options: { size: 3 },
      problems: [],
    })
  })

  test('accepts arguments by name, and assigns positional ones to the others', async () => {
    expect((await read('--target', 'prod', '1', '2')).args).toEqual({
      target: 'prod',
      counts: [1, 2],
    })
    expect((await read('prod', '--counts=1', '--counts', '-2')).args).toEqual({
      target: 'prod',
      counts: [1, -2],
    })
    expect(await codes('--target=a', '--counts=1', 'b')).toEqual(['UNEXPECTED_ARGUMENT b'])
    expect(await codes('--target')).toEqual(['MISSING_VALUE --target'])
  })

  test('reads a whole list from JSON, for any item type', async () => {
    const lists = await readerOf({
      options: { n: s.array(s.integer()), b: s.array(s.boolean()) },
    })
    expect(await lists.read(['--n=[1,2]', '--n', '3', '--b', '[true]'])).toMatchObject({
      options: { n: [1, 2, 3], b: [true] },
      problems: [],
    })
    expect(await lists.read(['--n=["x"]', '--b=true'])).toMatchObject({
      problems: [{ param: '--n', code: 'INVALID_VALUE' }],
    })
  })
})

describe('invalid command lines', () => {
  test('REQ-C-006 REQ-F-015: reports all problems at once, each with param, code, message and value', async () => {
    const { problems, missing } = await read(
      '--zoen=west',
      '--zone',
      'wset',
      '--size',
      'big',
      '--tag',
    )
    expect(problems).toEqual([
      {
        param: '--zoen',
        code: 'UNKNOWN_FLAG',
        message: 'There is no option --zoen.',
        value: 'west',
        allowed: parser.names.own.map(({ spelled }) => spelled),
        suggestion: '--zone',
      },
      {
        param: '--zone',
        code: 'INVALID_CHOICE',
        message: '--zone: expected one of "east", "west", got "wset".',
        value: 'wset',
        allowed: ['east', 'west'],
        suggestion: 'west',
      },
      {
        param: '--size',
        code: 'INVALID_VALUE',
        message: '--size: expected a whole number, got "big".',
        value: 'big',
        expected: 'integer',
      },
      { param: '--tag', code: 'MISSING_VALUE', message: '--tag needs a value.' },
      {
        param: '<target>',
        code: 'MISSING_ARGUMENT',
        message: 'The argument <target> (Where to) is required.',
        expected: 'string',
      },
    ])
    expect(missing).toEqual(['target'])
  })

  test.each([
    [['x', '--size=0'], ['INVALID_VALUE --size']],
    [['x', '--size'], ['MISSING_VALUE --size']],
    [['x', '--size', '--force'], ['MISSING_VALUE --size']],
    [['x', '--size', '--', '1'], ['MISSING_VALUE --size']],
    [['x', '--force=maybe'], ['INVALID_CHOICE --force']],
    [['x', '-fx'], ['UNKNOWN_FLAG -x']],
    [['x', '-Q'], ['UNKNOWN_FLAG -Q']],
    [['x', '--api_token', 'abc'], ['UNKNOWN_FLAG --api_token']],
    [
      ['--siez', '5'],
      ['UNKNOWN_FLAG --siez', 'MISSING_ARGUMENT <target>'],
    ],
    [
      ['x', '--nothing-like-it', 'y'],
      ['UNKNOWN_FLAG --nothing-like-it', 'INVALID_VALUE <counts>'],
    ],
    [['x', 'y'], ['INVALID_VALUE <counts>']],
    [['x', '--no-size'], ['UNKNOWN_FLAG --no-size']],
  ])('refuses %j with %j', async (argv, expected) => {
    expect(await codes(...argv)).toEqual(expected)
  })

  test('refuses excess arguments, but not the likely value of an unknown option', async () => {
    const narrow = await readerOf({
      args: { name: s.string() },
      options: { size: s.integer().optional() },
    })
    const found = async (...argv: string[]) =>
      (await narrow.read(argv)).problems.map((problem) => problem.code)
    expect(await found('a', 'b')).toEqual(['UNEXPECTED_ARGUMENT'])
    expect(await found('a', '--siez', '5')).toEqual(['UNKNOWN_FLAG'])
    expect(await found('--siez', '5', 'a')).toEqual(['UNKNOWN_FLAG'])
    expect(await found('a', '--nothing-like-it', '5')).toEqual(['UNKNOWN_FLAG'])
    expect(await found('--siez', '5', 'a', 'b')).toEqual(['UNKNOWN_FLAG', 'UNEXPECTED_ARGUMENT'])
  })

  test('suggests the right spelling of camelCase, snake_case, single-dash and mistyped flags', async () => {
    const suggestion = async (flag: string) => (await read('x', flag)).problems[0]?.suggestion
    expect(await suggestion('--apiToken=x')).toBe('--api-token')
    expect(await suggestion('--api_token=x')).toBe('--api-token')
    expect(await suggestion('-force')).toBe('--force')
    expect(await suggestion('-zone=west')).toBe('--zone')
    expect(await suggestion('-output')).toBe('--output')
    expect(await suggestion('--forc')).toBe('--force')
  })

  test('says which item of a list is wrong, and keeps the names of members', async () => {
    const shapes = [
      { env: s.array(s.string().pattern(/=/)), map: s.record(s.integer()) },
      { env: z.array(z.string().regex(/=/)), map: z.record(z.string(), z.int()) },
    ]
    for (const flags of shapes) {
      const line = ['--env', 'A=1', '--env', 'B', '--map', '{"8080":"x"}']
      const { problems } = await (await readerOf({ options: flags })).read(line)
      expect(problems.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^--env: item 2: /),
        expect.stringMatching(/^--map: 8080: /),
      ])
    }
  })

  test('fails over a schema that returns nothing, whose value would be lost', async () => {
    for (const validate of [() => undefined, () => null, async () => undefined]) {
      const broken = { '~standard': { version: 1, vendor: 'own', validate } } as never
      const reading = async () => (await readerOf({ options: { x: broken } })).read(['--x', '1'])
      await expect(reading()).rejects.toThrow(TypeError)
    }
  })

  test('waits for a promise of another realm, alone and beside others', async () => {
    const own = (validate: (value: unknown) => unknown) =>
      ({ '~standard': { version: 1, vendor: 'own', validate } }) as never
    const other = runInNewContext('Promise') as PromiseConstructor
    const x = own((value) => other.resolve({ value }))
    const y = own(async (value) => ({ value }))
    for (const shape of [{ x }, { x, y }]) {
      const { options: given } = await (await readerOf({ options: shape })).read(['--x', '1'])
      expect(given).toEqual({ x: '1' })
    }
  })

  test('suggests --flag=value for a value that looks like an option', async () => {
    expect((await read('x', '--tag', '--weird')).problems[0]).toMatchObject({
      suggestion: '--tag=--weird',
    })
  })

  test('REQ-F-051: does not repeat a secret, neither as value nor in the message', async () => {
    const text = JSON.stringify((await read('x', '--api-token', 'hunter2-hunter2')).problems)
    expect(text).toContain('INVALID_VALUE')
    expect(text).not.toContain('hunter2')
    for (const argv of [
      ['--api_token=hunter2'],
      ['--apiToken', 'hunter2'],
      ['--password=hunter2'],
    ]) {
      expect(JSON.stringify((await read('x', ...argv)).problems)).not.toContain('hunter2')
    }
  })

  test.each([
    [{ args: { a: s.array(s.string()), b: s.string() } }, 'must come last'],
    [{ args: { a: s.string().optional(), b: s.string() } }, 'optional'],
    [{ options: { x: s.string() }, globals: { y: s.string().alias('x') } }, 'used by both'],
  ])('rejects unreachable arguments and ambiguous options as defects (%#)', async (shapes, why) => {
    await expect(readerOf(shapes)).rejects.toThrow(why)
  })
})

test('REQ-F-051: returns the values of secret options for redaction, even invalid ones', async () => {
  const secret = await readerOf({
    options: {
      mine: s.string().max(3).secret().optional(),
      theirs: z.string().meta({ 'x-secret': true }),
    },
  })
  expect(await secret.read(['--mine=too-long', '--theirs', 'hunter2'])).toMatchObject({
    secrets: ['too-long', 'hunter2'],
  })
})

describe('zod schemas', async () => {
  const zod = await readerOf({
    args: { name: z.string() },
    options: {
      size: z.int().min(1).default(3),
      zone: z.enum(['east', 'west']).optional().meta({ 'x-short': 'z' }),
      force: z.boolean().default(false),
    },
  })

  test('are read and checked like schemas of the light builder', async () => {
    expect(await zod.read(['a', '--size', '5', '-z', 'west', '--force'])).toMatchObject({
      args: { name: 'a' },
      options: { size: 5, zone: 'west', force: true },
      problems: [],
    })
    expect((await zod.read(['--size=0', '-znorth'])).problems.map(({ code }) => code)).toEqual([
      'INVALID_CHOICE',
      'MISSING_ARGUMENT',
      'INVALID_VALUE',
    ])
  })

  test('may validate asynchronously', async () => {
    const slow = await readerOf({
      args: { name: z.string().refine(async (name) => name !== 'no') },
    })
    expect(await slow.read(['yes'])).toMatchObject({ args: { name: 'yes' }, problems: [] })
    expect(await slow.read(['no'])).toMatchObject({
      problems: [{ code: 'INVALID_VALUE', param: '<name>' }],
    })
  })
})

describe('hostile command lines', () => {
  test.each([
    [['a\0b'], 'INVALID_VALUE <target>'],
    [['\uD800'], 'INVALID_VALUE <target>'],
    [['x', '--__proto__=x'], 'UNKNOWN_FLAG --__proto__'],
    [['x', '--constructor'], 'UNKNOWN_FLAG --constructor'],
    [['x', '--no-constructor'], 'UNKNOWN_FLAG --no-constructor'],
    [['x', '--='], 'UNKNOWN_FLAG --'],
    [['x', '---'], 'UNKNOWN_FLAG ---'],
    [['x', '-\0'], 'UNKNOWN_FLAG -\0'],
  ])('refuses %j with %j', async (argv, expected) => {
    expect(await codes(...argv)).toEqual([expected])
  })

  test('accepts a megabyte of text as a value, and shortens it in problems', async () => {
    const big = 'x'.repeat(1_000_000)
    expect(await read(big)).toMatchObject({ args: { target: big }, problems: [] })
    const { problems } = await read('a', `--size=${big}`, `--${big}`, big)
    expect(problems).toHaveLength(3)
    expect(JSON.stringify(problems).length).toBeLessThan(3000)
  })

  test('never throws, changes a prototype or returns problems that are not JSON, for any argv', async () => {
    const token = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '--',
        '-',
        '--size',
        '--zone',
        '-n',
        '-f',
        '--__proto__',
        '--tag',
        '-5',
        '__proto__',
      ),
      fc.string().map((text) => `--${text}`),
      fc.string().map((text) => `-${text}`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(token), async (argv) => {
        const { args, problems } = await read(...argv)
        expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
        expect(JSON.parse(JSON.stringify(problems))).toEqual(problems)
        for (const problem of problems) expect(problem.message.length).toBeGreaterThan(10)
      }),
      { numRuns: 500 },
    )
  })

  test('returns any text unchanged as an argument after -- and as --flag=text', async () => {
    const text = fc
      .string({ unit: 'grapheme' })
      .filter((value) => !value.includes('\0') && !value.startsWith('['))
    await fc.assert(
      fc.asyncProperty(text, fc.array(text), async (target, tags) => {
        const argv = [...tags.map((tag) => `--tag=${tag}`), '--', target]
        expect(await read(...argv)).toMatchObject({
          args: { target },
          options: { tag: tags },
          problems: [],
        })
      }),
    )
  })
})
