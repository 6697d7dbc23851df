import {
  isJsonObject,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
} from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import type { Verdict, VerdictReason } from '../../decide/verdict.ts'
import type { Page } from '../../result.ts'

export class CallPages {
  readonly #pages: JsonValue[] = []
  readonly #warnings = new Set<string>()
  #last: SuccessOutcome | undefined

  get data(): readonly JsonValue[] {
    return this.#pages
  }

  add(outcome: SuccessOutcome, verdict: Verdict): Page {
    const page = { index: this.#pages.length, data: outcome.data, outcome, verdict }
    this.#pages.push(outcome.data)
    this.#last = outcome
    for (const warning of outcome.warnings) this.#warnings.add(warning)
    return page
  }

  join(outcome: Outcome, verdict: Verdict): Outcome {
    if (this.#last === undefined) return outcome
    if (outcome !== this.#last) return this.#joinBefore(outcome, this.#last)
    if (this.#pages.length < 2) return outcome
    const { cursor, truncated: _one, ...meta } = outcome.meta
    const isComplete = verdict.kind === 'accept'
    return {
      ...outcome,
      data: joinPages(this.#pages),
      warnings: [...this.#warnings],
      meta: {
        ...meta,
        ...(!isComplete && { truncated: true, ...(cursor !== undefined && { cursor }) }),
        pages: this.#pages.length,
      },
    }
  }

  #joinBefore(outcome: Outcome, last: SuccessOutcome): Outcome {
    const count = this.#pages.length
    const { cursor } = last.meta
    const warning = `Page ${count + 1} failed. The data has the ${count === 1 ? 'page' : `${count} pages`} before it; continue from meta.cursor.`
    return {
      ...outcome,
      data: joinPages(this.#pages),
      warnings: [...this.#warnings, ...outcome.warnings, warning],
      meta: {
        ...outcome.meta,
        ...(outcome.data !== null && { failed_page: outcome.data }),
        truncated: true,
        ...(cursor !== undefined && { cursor }),
        pages: count,
      },
    }
  }
}

export function isPage({ kind, reason }: Verdict): boolean {
  return kind === 'next_page' || kind === 'accept' || LAST_PAGE.has(reason)
}

const LAST_PAGE: ReadonlySet<VerdictReason> = new Set([
  'PAGE_LIMIT',
  'CURSOR_LOOP',
  'CURSOR_UNUSABLE',
])

function joinPages(pages: readonly JsonValue[]): JsonValue {
  const last = pages.at(-1) ?? null
  if (pages.every((page) => Array.isArray(page))) return pages.flat()
  if (!pages.every(isJsonObject)) return last
  const joined: Record<string, JsonValue> = {}
  for (const key of new Set(pages.flatMap((page) => Object.keys(page)))) {
    const members = pages.flatMap((page) => (Object.hasOwn(page, key) ? [page[key] ?? null] : []))
    setMember(joined, key, joinMember(members))
  }
  return joined
}

function joinMember(values: readonly JsonValue[]): JsonValue {
  return values.every((value) => Array.isArray(value)) ? values.flat() : (values.at(-1) ?? null)
}
