import type { Outcome } from 'surety/unstable/contract'
import type { Verdict } from '../../decide/verdict.ts'
import type { Settings } from '../../settings.ts'
import { ask, type Report } from '../ask-caller.ts'
import { etagOf, type CachedAnswer } from './cache.ts'
import type { CallTarget } from '../call-target.ts'
import { hasFlag, withFlag } from '../injected-flags.ts'

export class CallCache {
  readonly #settings: Settings
  readonly #report: Report
  #cached: CachedAnswer | undefined

  constructor(settings: Settings, report: Report) {
    this.#settings = settings
    this.#report = report
  }

  holds({ meta }: Outcome): boolean {
    if (this.#cached === undefined) return false
    return typeof meta['etag'] !== 'string' || meta['etag'] === this.#cached.etag
  }

  async open(target: CallTarget): Promise<void> {
    const { cache, etagFlag } = this.#settings
    if (cache === undefined || hasFlag(target.argv, etagFlag)) return
    this.#cached = await ask('cache.get', () => cache.get(target.cacheKey), this.#report)
    const etag = this.#cached?.etag
    if (etag !== undefined) target.argv = withFlag(target.argv, etagFlag, etag)
  }

  answer(verdict: Verdict, outcome: Outcome): Outcome | undefined {
    if (verdict.kind !== 'use_cache' || this.#cached === undefined) return undefined
    const cached = this.#cached.outcome
    const meta = { ...cached.meta, not_modified: true }
    return { ...cached, meta, warnings: outcome.warnings }
  }

  async store(target: CallTarget, outcome: Outcome, verdict: Verdict, pages: number) {
    const { cache } = this.#settings
    if (cache === undefined || verdict.kind !== 'accept' || !outcome.ok || pages > 0) return
    if (outcome.meta['wrapped'] === true) return
    const answer = { etag: etagOf(outcome), outcome }
    const set = async () => void (await cache.set(target.cacheKey, answer))
    await ask('cache.set', set, this.#report)
  }
}
