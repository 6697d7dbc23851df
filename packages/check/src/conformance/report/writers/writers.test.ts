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
      expect(log.runs[0]!.results).toHaveLength(report.summary.broken)

      const page = fillPage(PAGE, report)
      const [, data = '', ...more] = page.split(/<script[^>]*>|<\/script>/i)
      expect(more).toEqual([' after'])
      expect(data).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(report)))
    }),
  )
})

test('the Markdown of a report has no markup, mention or link of the tool', () => {
  fc.assert(
    fc.property(reportArbitrary, (report) => {
      const outside = toMarkdown(report)
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

test('SARIF has findings alone, at the file that was named', () => {
  const report = sample([finding('not_shown'), finding('kept'), finding('broken')])
  const known = { by: 'accept', reason: 'It is old.' } as const
  const [places, suppressed] = [
    toSarif(report, 'src/main.ts'),
    toSarif(sample([finding('broken', { known })])),
  ].map((text) => JSON.parse(text).runs[0].results)
  expect(places).toMatchObject([
    {
      kind: 'fail',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'src/main.ts' } } }],
    },
  ])
  expect(suppressed[0].suppressions).toEqual([{ kind: 'external', justification: 'It is old.' }])
})

test('Markdown has what is new alone, and nothing if nothing is', () => {
  const known = { by: 'baseline', reason: null } as const
  expect(toMarkdown(sample([finding('not_shown'), finding('broken', { known })]))).toBe('')
  const text = toMarkdown(sample([finding('broken', { check: 'wrong' }), finding('kept')]))
  expect(text).toMatch(/^### surety check: acme\n\n1 new, /)
  expect(text).toContain('\n**FAIL** `wrong`\n')
})

test('Markdown that is too long for a comment leaves out findings and says how many', () => {
  const long = 'x'.repeat(20_000)
  const text = toMarkdown(
    sample(Array.from({ length: 40 }, (_, n) => finding('broken', { check: `c${n}`, fix: long }))),
  )
  expect(text.length).toBeLessThan(65_536)
  expect(text).toMatch(/\n\d+ more findings do not fit here\.\n$/)
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
