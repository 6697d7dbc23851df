import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { surety } from '../processes/run-surety.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the tests look into answers of every shape
type Parsed = any

const tool = fileURLToPath(new URL('../../bin/misbehave.cjs', import.meta.url))
const profile = fileURLToPath(new URL('../../bin/misbehave.surety.yaml', import.meta.url))

test('check writes every kind of report about one run, also if the tool breaks promises', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const kinds = ['html', 'junit', 'sarif', 'md']
  const files = kinds.map((kind) => join(folder, 'new', kind))
  const { envelope, code } = await surety([
    'check',
    '--profile',
    profile,
    '--only=json_envelope',
    ...kinds.flatMap((kind) => ['--report', kind]),
    ...files.flatMap((file) => ['--report-file', file]),
    '--',
    process.execPath,
    tool,
    'json_envelope',
  ])
  expect(code).not.toBe(0)
  const { data } = envelope().meta as { data: Parsed }
  expect(data.reports).toEqual(kinds.map((format, index) => ({ format, file: files[index] })))
  const [html, junit, sarif, md] = files.map((file) => readFileSync(file, 'utf8'))
  expect(junit).toContain('failures="1"')
  expect(JSON.parse(sarif!)).toMatchObject({ runs: [{ results: [{ kind: 'fail' }] }] })
  expect(md).toContain('**FAIL** `json_envelope`')
  const page: Parsed = JSON.parse(/id="report">(.*?)<\/script>/.exec(html!)![1]!)
  expect(page.findings).toMatchObject(data.findings)
})

test('check refuses files without a report, and two reports in one file, before it runs anything', async () => {
  const { envelope, code } = await surety(
    'check --report md --report html --report-file a --report-file a --report-file b -- no-such-tool'.split(
      ' ',
    ),
  )
  expect(code).toBe(3)
  expect(JSON.stringify(envelope())).toMatch(/no --report for it.*cannot share a file/)
})
