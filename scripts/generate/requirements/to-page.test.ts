import { describe, expect, it } from 'vitest'

import { tagsIn } from './tags.ts'
import { toPage, type PageFacts } from './to-page.ts'

const page = (source: string, more: Partial<PageFacts> = {}) =>
  toPage({
    requirements: { 'REQ-F-001': { title: 'Exits', lines: ['one', 'two', 'three'] } },
    dropped: [],
    readings: {},
    unmet: {},
    proofs: tagsIn('tests/e2e/a.test.ts', source),
    ...more,
  })

describe('the page of requirements', () => {
  it('calls a requirement met only if every line is named', () => {
    expect(page("it('REQ-F-001/1,3: b')")).toContain('| **2 of 3** | **2 of 3** |')
    expect(page("it('REQ-F-001/1,3: b')\nit('REQ-F-001/2: c')")).toContain('| 3, met | 3, met |')
  })

  it('does not count tests without processes, names without a line, and lines with a note', () => {
    const all = "it('REQ-F-001/1,2,3: b')"
    expect(page('', { proofs: tagsIn('src/a.test.ts', all) })).toContain('**0 of 3**')
    expect(page("it('REQ-F-001: b')")).toContain('**0 of 3**')
    const noted = page(all, { unmet: { 'REQ-F-001/2': 'Too dear.' } })
    expect(noted).toContain('| **2 of 3** | **2 of 3** |')
    expect(noted).toContain('- /2 two · **not met**\n  - Note: Too dear.')
  })

  it('counts the lines of each generation', () => {
    const requirements = {
      'REQ-F-001': { title: 'Exits', lines: ['one', 'two', 'three'], added: ['four'] },
    }
    const more = { requirements, dropped: ['REQ-F-001/2'] }
    const text = page("it('REQ-F-001/1,3,4: b')", more)
    expect(text).toContain('| **2 of 3** | 3, met |')
    expect(text).toContain('- /4 four (1.16)\n')
    expect(text).toContain('Contract 1.16: of the 1 requirements with priority P0, **1 are met')
  })

  it('takes the texts of a case into the title that follows the table', () => {
    const table = "it.each([['REQ-F-001/1', 'a number']])('%s: with %s fails', f)"
    expect(page(table)).toContain('- [a.test.ts](../e2e/a.test.ts): with a number fails')
  })

  it.each(["it('REQ-F-001/4: b')", "it('REQ-F-002/1: b')", "it('REQ-F-001/0: b')"])(
    'refuses a line that does not exist: %s',
    (source) => {
      expect(() => page(source)).toThrow(/there is no acceptance line REQ-F-00/)
    },
  )

  it('refuses a title with more lines than one test shows', () => {
    expect(() => page("it('REQ-F-001/1,2,3 REQ-F-001/1,2,3: b')")).toThrow(
      "tests/e2e/a.test.ts: 'b' names 6 lines; a test shows one line or a few",
    )
  })

  it('refuses notes on lines that do not exist or that contradict', () => {
    expect(() => page('', { readings: { 'REQ-F-001/9': 'x' } })).toThrow('the notes')
    const both = { 'REQ-F-001/1': 'x' }
    expect(() => page('', { readings: both, unmet: both })).toThrow('contradict')
  })
})
