import { basename } from 'node:path'

import { describe, expect, test } from 'vitest'

import { readPages } from './pages.ts'

const pages = readPages().map(({ path, text }) => ({ path: path.replaceAll('\\', '/'), text }))
const records = pages.filter(({ path }) => /^docs\/decisions\/(?!README)/.test(path))
const ofExamples = pages.filter(({ path }) =>
  /^(examples|tests\/tools)\/[^/]+\/decisions\.md$/.test(path),
)

const LAYOUT = ['Context', 'Decision', 'Consequences']
const HEAD = /^\n- Status: (accepted|rejected|superseded by \d{4})\n- Date: \d{4}-\d{2}-\d{2}\n\n$/

test('there are records of surety and of its examples', () => {
  expect(records.length).toBeGreaterThan(40)
  expect(ofExamples.length).toBeGreaterThan(3)
})

test('numbers are used once', () => {
  const numbers = records.map(({ path }) => basename(path).slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})

describe.each(records)('$path', ({ path, text }) => {
  test('has a number, a title, a status, a date and the three sections', () => {
    const [number] = /^\d{4}(?=-[a-z0-9-]+\.md$)/.exec(basename(path)) ?? []
    expect(text).toMatch(new RegExp(`^# ${number}: \\S`))
    expect(problemsOf(text, '##')).toEqual([])
  })

  test('is short', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(40)
  })
})

test.each(ofExamples)('$path has the same layout in every section', ({ text }) => {
  const sections = text.split(/^(?=## )/m).slice(1)
  expect(sections.length).toBeGreaterThan(0)
  expect(sections.flatMap((section) => problemsOf(section, '###'))).toEqual([])
})

test('a record without a date, or with sections in another order, is found', () => {
  const good = '# 0001: A\n\n- Status: accepted\n- Date: 2026-01-02\n\n## Context\n\nx\n\n'
  expect(problemsOf(`${good}## Decision\n\nx\n\n## Consequences\n\nx\n`, '##')).toEqual([])
  expect(problemsOf(`${good}## Consequences\n\nx\n\n## Decision\n\nx\n`, '##')).toHaveLength(1)
  expect(problemsOf(`${good.replace(/- Date.*\n/, '')}## Decision\n\nx\n`, '##')).toHaveLength(2)
  expect(problemsOf(`${good}## Decision\n\n## Consequences\n\nx\n`, '##')).toEqual([
    'Decision is empty',
  ])
})

/** Names what is wrong with a record whose sections have headings of a level. */
function problemsOf(record: string, level: '##' | '###'): readonly string[] {
  const [head = '', ...parts] = record.split(new RegExp(`^${level} (?=\\S)`, 'm'))
  const title = head.slice(0, head.indexOf('\n') + 1)
  const names = parts.map((part) => part.slice(0, part.indexOf('\n')))
  return [
    ...(HEAD.test(head.slice(title.length)) ? [] : [`${title.trim()}: status and date`]),
    ...(names.join() === LAYOUT.join() ? [] : [`sections are ${names.join(', ')}`]),
    ...parts
      .filter((part) => part.slice(part.indexOf('\n')).trim() === '')
      .map((part) => `${part.trim()} is empty`),
  ]
}
