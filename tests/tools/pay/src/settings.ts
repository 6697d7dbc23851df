import { join } from 'node:path'

import { DamagedFile, JsonFile } from '../../../../examples/store/json-file.ts'
import { isChain, type Chain } from './wallet/chains.ts'
import { PayError } from './errors/pay-error.ts'

/** A file that people may edit: a damaged one is reported and never overwritten. */
class SettingsFile<T extends object> extends JsonFile<T> {
  override async read(): Promise<T> {
    const value: unknown = await super.read().catch((error: unknown) => {
      throw error instanceof DamagedFile ? this.damaged() : error
    })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.damaged()
    return value as T
  }

  private damaged(): PayError {
    return new PayError(
      'config_error',
      `${this.path} does not hold a JSON object; correct it, or remove it.`,
      { extra: { path: this.path }, nextSteps: { action: 'repair_file' } },
    )
  }
}

/** The configuration file. */
export interface Config {
  readonly version: 1
  readonly preferred_chains?: readonly Chain[]
}

/** The keys that can be set; `version` can only be read. */
export const CONFIG_KEYS = ['preferred_chains'] as const
/** One of the keys. */
export type ConfigKey = (typeof CONFIG_KEYS)[number]

/** Tests whether a word is a configuration key. */
export function isConfigKey(word: string): word is ConfigKey {
  return (CONFIG_KEYS as readonly string[]).includes(word)
}

/** Opens the configuration. */
export function openConfig(home: string): JsonFile<Config> {
  return new SettingsFile<Config>(join(home, 'config.json'), () => ({ version: 1 }))
}

/** Parses a list of chains; unknown words are returned separately. */
export function parseChains(text: string): { chains: Chain[] } | { unknown: string[] } {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const unknown = words.filter((word) => !isChain(word))
  if (words.length === 0) return { unknown: [text] }
  return unknown.length > 0 ? { unknown } : { chains: words.filter(isChain) }
}

/** Caps on what may be spent, in dollars. */
export interface Limits {
  readonly daily_usd?: number
  readonly per_call_usd?: number
  readonly per_merchant_usd?: number
}

/** Opens the limits. */
export function openLimits(home: string): JsonFile<Limits> {
  return new SettingsFile<Limits>(join(home, 'limits.json'), () => ({}))
}

/** A limit that a payment would break. */
export interface Violation {
  readonly violated: keyof Limits
  readonly limit: number
  readonly would_be: number
}

/** Finds the first limit that a payment would break. */
export function findViolation(
  limits: Limits,
  price: number,
  spent: { readonly today: number; readonly merchant: number },
): Violation | undefined {
  const checks: readonly (readonly [keyof Limits, number])[] = [
    ['per_call_usd', price],
    ['per_merchant_usd', spent.merchant + price],
    ['daily_usd', spent.today + price],
  ]
  for (const [violated, wouldBe] of checks) {
    const limit = limits[violated]
    if (limit !== undefined && wouldBe > limit)
      return { violated, limit, would_be: toCents(wouldBe) }
  }
  return undefined
}

/** Rounds an amount to a millionth, the smallest unit of the coin. */
export function toCents(amount: number): number {
  return Math.round(amount * 1e6) / 1e6
}
