import {
  isJsonObject,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
} from 'surety/unstable/contract'
import { setMember } from '@surety/internal/json/json-members.ts'
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
    const [count, isLast] = [this.#pages.length, outcome === this.#last]
    if (this.#last === undefined || (isLast && count < 2)) return outcome
    const { cursor } = this.#last.meta
    const { cursor: _cursor, truncated: _truncated, ...meta } = outcome.meta
    const isComplete = isLast && verdict.kind === 'accept'
    const warning = `Page ${count + 1} failed. The data has the ${count === 1 ? 'page' : `${count} pages`} before it; continue from meta.cursor.`
    return {
      ...outcome,
      data: joinPages(this.#pages),
      warnings: [...this.#warnings, ...(isLast ? [] : [...outcome.warnings, warning])],
      meta: {
        ...meta,
        ...(!isLast && outcome.data !== null && { failed_page: outcome.data }),
        ...(!isComplete && { truncated: true, ...(cursor !== undefined && { cursor }) }),
        pages: count,
      },
    }
  }
}

export function isPage({ kind, reason }: Verdict): boolean {
  return kind === 'next_page' || kind === 'accept' || LAST_PAGE.has(reason)
}

const LAST_PAGE = new Set<VerdictReason>([
  'PAGE_LIMIT',
  'PAGE_UNSAFE',
  'CURSOR_LOOP',
  'CURSOR_UNUSABLE',
])

/** Leaves the cursor out of an answer: whoever follows it would run a command again that may change something. */
export function withoutCursor<O extends Outcome>(outcome: O): O {
  const { cursor: _cursor, pagination, ...meta } = outcome.meta
  const page = isJsonObject(pagination) ? { pagination: { ...pagination, next_cursor: null } } : {}
  return { ...outcome, meta: { ...meta, ...page } }
}

function joinPages(pages: readonly JsonValue[]): JsonValue {
  if (!pages.every(isJsonObject)) return joinLists(pages)
  const joined: Record<string, JsonValue> = {}
  for (const key of new Set(pages.flatMap((page) => Object.keys(page)))) {
    const members = pages.flatMap((page) => (Object.hasOwn(page, key) ? [page[key] ?? null] : []))
    setMember(joined, key, joinLists(members))
  }
  return joined
}

function joinLists(values: readonly JsonValue[]): JsonValue {
  return values.every((value) => Array.isArray(value)) ? values.flat() : (values.at(-1) ?? null)
}
