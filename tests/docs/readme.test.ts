import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { recordScreen, toSvg } from '../../scripts/picture.ts'

/** The time that a call took differs each time, and so does where its line is broken. */
const steady = (picture: string) =>
  picture.replaceAll(/<[^>]+>|\s/g, '').replaceAll(/duration_ms":\d+/g, 'duration_ms":0')

test('the picture of the README shows what the terminal shows', async () => {
  // After a deliberate change: npx tsx scripts/picture.ts.
  const recorded = readFileSync('docs/terminal.svg', 'utf8')
  expect(steady(recorded)).toBe(steady(toSvg(await recordScreen())))
})

test('the README counts the programs that are known', () => {
  expect(readFileSync('README.md', 'utf8')).toContain('more than a hundred ordinary programs')
  expect(readdirSync('descriptions').length).toBeGreaterThan(100)
})
