import { expect, it } from 'vitest'

import { drawsUnicode } from './draws-unicode.ts'
import { glyphsFor } from './glyphs.ts'

it('uses only ASCII glyphs without Unicode', () => {
  const all = Object.values(glyphsFor(false)).flat().join('')
  // oxlint-disable-next-line no-control-regex -- the range of ASCII is the subject
  expect(all).toMatch(/^[\u0020-\u007e]+$/)
})

it.each([
  [{ LANG: 'en_US.UTF-8' }, 'linux', true],
  [{ LANG: 'C' }, 'linux', false],
  [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, 'linux', false],
  [{}, 'linux', true],
  [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, 'linux', false],
  [{}, 'win32', false],
  [{ WT_SESSION: '1' }, 'win32', true],
] as const)('detects Unicode support from %j on %s: %s', (env, platform, expected) => {
  expect(drawsUnicode(env, platform)).toBe(expected)
})
