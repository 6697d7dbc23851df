import { expect, it } from 'vitest'

import { shortDigest } from './short-digest.ts'

it('has 16 digits, always the same for a text', () => {
  expect(shortDigest('')).toMatch(/^[\da-f]{16}$/)
  expect(shortDigest('npm test')).toBe(shortDigest('npm test'))
})

it('tells 200,000 similar texts apart, and each half of it nearly all', () => {
  const digests = Array.from({ length: 200_000 }, (_, at) =>
    shortDigest(`/usr/bin/gh ${1_000_000 + at} 17${at % 977}000 ${at % 31}`),
  )
  expect(new Set(digests).size).toBe(200_000)
  // By chance about five pairs share a half.
  for (const half of [0, 8])
    expect(new Set(digests.map((each) => each.slice(half, half + 8))).size).toBeGreaterThan(199_950)
})
