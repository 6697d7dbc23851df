import {
  isJsonObject,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
} from '../../contract/index.ts'
import { setMember } from '../../internal/json-members.ts'
import type { Verdict } from '../decide/verdict.ts'
import type { Page } from '../result.ts'

/** The pages that a call has collected. */
export class CallPages {
  readonly #pages: JsonValue[] = []
  readonly #warnings = new Set<string>()

  get data(): readonly JsonValue[] {
    return this.#pages
  }

  add(outcome: SuccessOutcome, verdict: Verdict): Page {
    const page = { index: this.#pages.length, data: outcome.data, outcome, verdict }
    this.#pages.push(outcome.data)
    for (const warning of outcome.warnings) this.#warnings.add(warning)
    return page
  }

  /** Joins all pages into one outcome; an incomplete one has the cursor to continue from. */
  join(outcome: Outcome, verdict: Verdict): Outcome {
    if (this.#pages.length < 2 || !outcome.ok) return outcome
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
}

/** Tests whether an answer with this verdict is a page, the last one within the page limit included. */
export function isPage({ kind, reason }: Verdict): boolean {
  return kind === 'next_page' || kind === 'accept' || reason === 'PAGE_LIMIT'
}

/** Joins the lists of all pages; of everything else the last page counts. */
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
