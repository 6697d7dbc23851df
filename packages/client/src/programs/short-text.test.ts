import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import outputs from './outputs/outputs.json' with { type: 'json' }
import { knownCallOf } from './ready-calls.ts'
import { isShorter, shortText } from './short-text.ts'

/** What real programs printed, and the lines that decide in it. */
const printed = await Promise.all(
  outputs.map(async ({ file, argv, decides }) => {
    const text = readFileSync(join(import.meta.dirname, `outputs/${file}.txt`), 'utf8')
    const form = (await knownCallOf(argv))?.short
    return { file, decides, text, short: form ? shortText(text, form).text : text }
  }),
)

test.each(printed)('keeps what decides in the output of $file', ({ decides, text, short }) => {
  for (const line of decides) expect(short).toContain(line)
  expect(short.length).toBeLessThanOrEqual(text.length)
})

test('half of the long outputs are at most half as long', () => {
  const shares = printed.map(({ text, short }) => short.length / text.length)
  shares.sort((one, other) => one - other)
  expect(shares[Math.floor(shares.length / 2)]).toBeLessThanOrEqual(0.5)
})

describe('a short form', () => {
  test('leaves out a line with those that belong to it, and counts it', () => {
    const form = { leaves_out: [{ lines: '^ok', with: '^ ', as: 'passed' }] }
    const { text, left } = shortText('ok 1\n  1 ms\nnot ok 2\n  2 ms\nok 3\n', form)
    expect(text).toBe('not ok 2\n  2 ms\n')
    expect([...left]).toEqual([['passed', 2]])
  })

  test('leaves nothing out of the report of a failure', () => {
    const whole = [{ from: '^FAIL', until: '^SUM' }]
    const form = { leaves_out: [{ lines: '^ok', as: 'passed' }], whole }
    expect(shortText('ok\nFAIL\nok\nSUM\nok\n', form).text).toBe('FAIL\nok\nSUM\n')
  })

  test('ends a report with the line that ends this one, and no other report in it ends it', () => {
    const form = {
      leaves_out: [{ lines: '^ok', as: 'passed' }],
      whole: [
        { from: '^FAIL', until: '^SUM' },
        { from: '^log', until: '^$' },
      ],
    }
    expect(shortText('log\nok 1\n\nok 2\n', form).text).toBe('log\nok 1\n\n')
    expect(shortText('FAIL\nlog\n\nok 1\nSUM\nok 2\n', form).text).toBe('FAIL\nlog\n\nok 1\nSUM\n')
    // A log that does not end gives way to a failure.
    expect(shortText('log\nFAIL\n\nok 1\n', form).text).toBe('log\nFAIL\n\nok 1\n')
  })

  test('knows lines in colours, which it leaves out, with CRLF, and those that were drawn over others', () => {
    const form = {
      leaves_out: [{ lines: '^✓ .*ms$', as: 'passed' }],
      whole: [{ from: '^failures:$' }],
    }
    const green = (text: string) => `\u001B[32m${text}\u001B[39m`
    const lines = ['✓ a 1ms', green('✓ b 1ms'), '… b\r✓ c 1ms', green('failures:'), '✓ d 1ms']
    const shown = ['failures:', '✓ d 1ms']
    expect(shortText(lines.join('\n'), form).text).toBe(shown.join('\n'))
    expect(shortText(lines.join('\r\n'), form).text).toBe(shown.join('\r\n'))
  })

  test.each([
    ['vitest run', '⎯⎯ Failed Tests 1 ⎯⎯', ' ✓ looks passed 1ms', 'PASS a', '     ✓ too'],
    ['vitest run', 'stdout | a.test.ts > saves', '✓ saved', ' ✓ both'],
    ['jest', '  ● sums › rounds', '', '    ✓ looks passed', '      at a.js:1:2', '    ✓ too'],
    ['jest', '  console.log', '    ✓ saved', '', '      at log (a.js:1:2)'],
    ['pytest -v', '==== FAILURES ====', '== short test summary info ==', 'a.py::b PASSED [100%]'],
    ['pytest -v', '==== FAILURES ====', 'platform linux -- Python', 'a.py .. [100%]'],
    [
      'node --test',
      'not ok 2 - rounds',
      '  ---',
      '  error: |-',
      '    ok 1 - looks passed',
      '  ...',
    ],
    ['node --test', '✖ failing tests:', '  ...', '  ✔ looks passed', '▶ too'],
    ['cargo test', 'failures:', '---- a stdout ----', 'test b ... ok', 'PASS'],
    ['mocha', '  1 failing', '', '      ✔ looks passed'],
    ['go test ./...', '--- FAIL: TestA (0.00s)', '    a_test.go:1: x', '        --- PASS: no time'],
    ['npm test', '⎯⎯ Failed Tests 1 ⎯⎯', 'PASS a', ' ✓ looks passed', 'Test Suites: 1', ' ✓ too'],
    ['npm test', 'not ok 2 - rounds', '  ---', '    ok 1 - looks passed', '  ...'],
    ['npm test', '  1 failing', '  ✔ looks passed', 'PASS a', '  ✔ too'],
    ['yarn unit', '⎯⎯ Failed Tests 1 ⎯⎯', 'PASS a', ' ✓ looks passed', '[1/4] too'],
    ['pnpm -r test', '  1 failing', '  ✔ looks passed', 'PASS a', '+ too 1'],
    ['bun run unit', '⎯⎯ Failed Tests 1 ⎯⎯', ' ✓ looks passed'],
    ['bun test', 'error: wrong', '(pass) it says', '      at a.js:1:2', '(fail) rounds'],
    ['make test', 'not ok 2 - rounds', '  ---', '    ok 1 - looks passed', '  ...'],
    ['make', 'a.c:1:2: error: no', 'a.c:1:2: note: each', '    1 | x', '[ 12%] too'],
    ['npm ci', 'npm error code 1', 'npm warn deprecated a@1: in a log of its own', 'PASS a'],
    ['yarn add a', 'error a: Command failed.', 'Output:', '[1/4] too', 'warning a@1: too'],
    ['pnpm add a', ' ERR_PNPM_NO_MATCHING_VERSION  No', '+ too 1', 'Progress: no'],
    ['bun add a', 'error: no version', '+ too@1'],
    ['tsc -b', "a.ts(1,2): error TS1: Type '{", '  a: 1', "}' is wrong.", 'Found 1 error.'],
  ])('of %s leaves nothing out of %s, whatever its lines look like', async (line, ...block) => {
    const { short } = (await knownCallOf(line.split(' ')))!
    expect(shortText(block.join('\n'), short!).text).toBe(block.join('\n'))
  })

  test('is only taken where it has fewer words with its note than the whole text', () => {
    const note =
      '[… 3 passed left out: surety journal answer --text 784ca4eb-0a25-4a55-94d2-df99aa86a14a …]\n'
    const blank = `${' '.repeat(400)}\n${'='.repeat(400)}\n`
    expect(isShorter(`${blank}end\n`, 'end\n', note)).toBe(false)
    expect(isShorter(`${'✓ adds two numbers 1ms\n'.repeat(9)}end\n`, 'end\n', note)).toBe(true)
  })

  test('shows the first ones where the description says so', () => {
    const form = { leaves_out: [{ lines: '^w', keeps: 1, as: 'warnings' }] }
    const { text, left } = shortText('w1\nw2\nw3\n', form)
    expect([text, left.get('warnings')]).toEqual(['w1\n', 2])
  })

  test('keeps first and last rows of a listing', () => {
    const { text, left } = shortText('1\n2\n3\n4\n5\n', { rows: 2, last: 1 })
    expect([text, left.get('lines')]).toEqual(['1\n2\n5\n', 2])
    expect(shortText('1\n2\n3\n', { rows: 2, last: 1 }).text).toBe('1\n2\n3\n')
  })

  test.each([
    ['grep -rn a .', true],
    ['grep -A 100 a f', false],
    ['grep -B2 a f', false],
    ['grep -5 a f', false],
    ['grep --context=3 a f', false],
    ['grep -inC 3 a f', false],
  ])(
    'of %s is there: %s, because lines around a match are asked for to be read',
    async (line, is) => {
      const call = await knownCallOf(line.split(' '))
      expect(call?.short !== undefined).toBe(is)
    },
  )

  test('shows every line that the description does not name, in its order', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const text = lines.join('\n')
        const own = text.split('\n').filter((line) => !line.startsWith('ok'))
        const { text: shown } = shortText(text, { leaves_out: [{ lines: '^ok', as: 'passed' }] })
        expect(shown.split('\n').filter(Boolean)).toEqual(own.filter(Boolean))
      }),
    )
  })
})
