import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Finding, Report } from '../report.ts'
import { fillPage } from './write-report.ts'
import { toJunit } from './junit.ts'
import { toMarkdown } from './markdown.ts'
import { reportArbitrary } from './report.arbitrary.ts'
import { SARIF_SCHEMA } from './sarif-schema.table.ts'
import { toSarif } from './sarif.ts'

const PAGE = 'before <!--report--> after'

/** Reads XML strictly enough to find a text that became markup: elements, attributes, text. */
function readXml(xml: string): readonly { readonly name: string; readonly attributes: string }[] {
  // oxlint-disable-next-line no-control-regex -- XML cannot hold them
  expect(xml).not.toMatch(/[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/)
  const elements: { name: string; attributes: string }[] = []
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml [^>]*\?>\n/, '')
    .replaceAll(
      /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
      (_all, closing: string, name: string, attributes: string, empty: string) => {
        if (closing === '/') expect(open.pop()).toBe(name)
        else {
          elements.push({ name, attributes })
          if (empty === '') open.push(name)
        }
        return ''
      },
    )
  expect(open).toEqual([])
  expect(rest.replaceAll(/&(amp|lt|gt|quot|#1[03]);/g, '')).not.toMatch(/[<>&]/)
  return elements
}

const isSarif = new Ajv2020({ strict: false }).compile(SARIF_SCHEMA)

test('no byte of a tool changes the shape of a report file', () => {
  fc.assert(
    fc.property(reportArbitrary, (report) => {
      const elements = readXml(toJunit(report, 'broken'))
      const cases = elements.filter(({ name }) => name === 'testcase').length
      expect(cases).toBe(report.findings.length + report.left_out.length)
      expect(elements.filter(({ name }) => name === 'failure')).toHaveLength(report.summary.broken)

      const log = JSON.parse(toSarif(report)) as { runs: { results: { ruleId: string }[] }[] }
      expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true)
      expect(log.runs[0]!.results).toHaveLength(cases)

      const page = fillPage(PAGE, report)
      const [, data = '', ...more] = page.split(/<script[^>]*>|<\/script>/i)
      expect(more).toEqual([' after'])
      expect(data).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(report)))
    }),
  )
})

test('the Markdown of a report has no markup, mention or link of the tool outside of fences', () => {
  fc.assert(
    fc.property(reportArbitrary, (report) => {
      const outside = withoutFences(toMarkdown(report))
      const ours = withoutSpans(outside.replaceAll(/<\/?details>|<\/?summary>|&#8203;/g, ' '))
      expect(ours).not.toMatch(/[<>[\]`]|@\w|https?:|#\d/)
      // oxlint-disable-next-line no-control-regex -- finding control characters is the point
      expect(outside).not.toMatch(/[\0-\u0009\u000B-\u001F]/)
    }),
  )
})

/** Drops escaped characters and code spans, in one walk as Markdown reads them. */
function withoutSpans(markdown: string): string {
  return markdown.replaceAll(/\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '')
}

function withoutFences(markdown: string): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .filter((line) => {
      const mark = /^`{3,}/.exec(line)?.[0]
      if (fence === undefined) fence = mark
      else if (line === fence) {
        fence = undefined
        return false
      }
      return fence === undefined
    })
    .join('\n')
}

const finding = (status: Finding['status'], more: Partial<Finding> = {}): Finding => ({
  check: `is_${status}`,
  title: 'Every answer is one envelope',
  topic: 'envelope',
  severity: 'error',
  level: 1,
  requirements: ['REQ-F-004'],
  failure_modes: [],
  status,
  summary: 'No envelope.',
  needs: status === 'not_shown' ? 'An example.' : null,
  why: 'Agents parse it.',
  fix: 'Print one.',
  evidence: [],
  runs_checked: 1,
  reproduce: null,
  ...more,
})

function sample(findings: readonly Finding[]): Report {
  const [report] = fc.sample(reportArbitrary, { numRuns: 1, seed: 1 })
  return { ...report!, findings, tool: { ...report!.tool, name: 'acme', command: ['./acme'] } }
}

test('JUnit skips what is not shown, unless it fails the pipeline', () => {
  const report = sample([finding('not_shown'), finding('kept'), finding('broken')])
  const skipped = toJunit(report, 'broken')
  expect(skipped).toContain('<skipped message="No envelope. An example."/>')
  expect(skipped).toContain('tests="4" failures="1"')
  const failed = toJunit(report, 'not-shown')
  expect(failed).toContain('type="not_shown">')
  expect(failed).toContain('tests="4" failures="2"')
})

test('SARIF gives a severity to broken promises alone', () => {
  const report = sample([finding('not_shown'), finding('kept'), finding('broken')])
  const log = JSON.parse(toSarif(report)) as {
    runs: [{ results: { kind: string; level: string; locations: unknown }[] }]
  }
  expect(log.runs[0].results.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
    'open none',
    'pass none',
    'fail error',
    'notApplicable none',
  ])
  expect(log.runs[0].results[0]!.locations).toMatchObject([
    { physicalLocation: { artifactLocation: { uri: 'acme' } } },
  ])
})

test('Markdown has broken promises first, and the rest by what would show it', () => {
  const text = toMarkdown(
    sample([
      finding('not_shown', { check: 'alone', needs: 'A read.' }),
      finding('not_shown', { check: 'one' }),
      finding('broken', { check: 'wrong' }),
      finding('not_shown', { check: 'two', summary: 'It hangs.' }),
    ]),
  )
  const order = [
    '### Broken',
    '`wrong`',
    '### Not shown',
    '**Needs:** An example.\n\nFor `one`, `two`\n',
    '(`two`, level 1): It hangs.',
    '**Needs:** A read.\n\nFor `alone`\n',
  ]
  const places = order.map((part) => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('Markdown that is too long for a comment leaves out findings and says how many', () => {
  const long = 'x'.repeat(20_000)
  const text = toMarkdown(
    sample(Array.from({ length: 5 }, (_, n) => finding('broken', { check: `c${n}`, why: long }))),
  )
  expect(text.length).toBeLessThan(65_536)
  expect(text).toContain('3 more findings do not fit here')
})

test('a page keeps the end of a large stream, and says so', () => {
  const report = sample([])
  const stdout = { text: `${'é'.repeat(100_000)}end`, base64: null, bytes: 200_003, cut: false }
  const page = fillPage(PAGE, { ...report, runs: [{ ...report.runs[0]!, stdout }] })
  const data = JSON.parse(/id="report">(.*)<\/script>/.exec(page)![1]!) as Report
  const kept = data.runs[0]!.stdout
  expect(kept).toMatchObject({ cut: true, bytes: 200_003 })
  expect(kept.text.endsWith('end')).toBe(true)
  expect(Buffer.from(kept.base64!, 'base64')).toHaveLength(128 * 1024)
})
