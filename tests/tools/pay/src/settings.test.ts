import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { CHAINS, isChain } from './wallet/chains.ts'
import { PayError } from './errors/pay-error.ts'
import {
  findViolation,
  isConfigKey,
  openConfig,
  openLimits,
  parseChains,
  toCents,
} from './settings.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pay-settings-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe('chains', () => {
  test('are read from a list with blanks', () => {
    expect(parseChains(' base , tempo,')).toEqual({ chains: ['base', 'tempo'] })
  })

  test('that are none are all handed back', () => {
    expect(parseChains('base,doge,moon')).toEqual({ unknown: ['doge', 'moon'] })
    expect(parseChains('')).toEqual({ unknown: [''] })
  })

  test('any text gives chains that exist, or words that are none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseChains(text)
        if ('chains' in parsed)
          expect(parsed.chains.every((chain) => CHAINS.includes(chain))).toBe(true)
        else expect(parsed.unknown.some((word) => isChain(word))).toBe(false)
      }),
    )
  })

  test('names of members that every object has are no keys', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'version']) {
      expect(isConfigKey(word)).toBe(false)
      expect(isChain(word)).toBe(false)
    }
  })
})

describe('limits', () => {
  const spent = { today: 4, merchant: 2 }

  test('a payment up to a limit is fine', () => {
    expect(
      findViolation({ per_call_usd: 1, daily_usd: 5, per_merchant_usd: 3 }, 1, spent),
    ).toBeUndefined()
  })

  test('the first that would be broken is named, with what it would be', () => {
    expect(findViolation({ daily_usd: 5 }, 1.5, spent)).toEqual({
      violated: 'daily_usd',
      limit: 5,
      would_be: 5.5,
    })
    expect(findViolation({ per_merchant_usd: 2 }, 0.1, spent)?.violated).toBe('per_merchant_usd')
    expect(findViolation({ per_call_usd: 0, daily_usd: 0 }, 0.1, spent)?.violated).toBe(
      'per_call_usd',
    )
  })

  test('a violation always exceeds its limit, and none means that nothing does', () => {
    const dollars = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100)
    const caps = fc.record(
      { daily_usd: dollars, per_call_usd: dollars, per_merchant_usd: dollars },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(caps, dollars, dollars, dollars, (limits, price, today, merchant) => {
        const found = findViolation(limits, price, { today, merchant })
        if (found) expect(found.would_be).toBeGreaterThan(found.limit)
        else {
          expect(price).toBeLessThanOrEqual(limits.per_call_usd ?? Infinity)
          expect(today + price).toBeLessThanOrEqual(limits.daily_usd ?? Infinity)
          expect(merchant + price).toBeLessThanOrEqual(limits.per_merchant_usd ?? Infinity)
        }
      }),
    )
  })

  test('amounts keep six decimals and lose the noise of floating point', () => {
    expect(toCents(0.1 + 0.2)).toBe(0.3)
    expect(toCents(1.000_000_4)).toBe(1)
  })
})

describe('files that people may edit', () => {
  test('a missing file is the initial one', async () => {
    expect(await openConfig(home).read()).toEqual({ version: 1 })
    expect(await openLimits(home).read()).toEqual({})
  })

  test.each(['', '{', '[]', 'null', '7', '"text"'])(
    '%j is a config_error and stays as it is',
    async (text) => {
      const file = openConfig(home)
      await writeFile(file.path, text)
      const failure = await file
        .update((config) => ({ document: config, result: null }))
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(PayError)
      expect(failure).toMatchObject({ code: 'config_error', extra: { path: file.path } })
    },
  )
})
