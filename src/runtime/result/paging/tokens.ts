import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'

/** A part of an answer, for callers with a small context window. */
export interface TokenWindow {
  readonly limit?: number
  readonly offset?: number
}

/** Data cut to a window of tokens; `meta` holds the offset of the next window. */
export interface TokenCut {
  readonly data: JsonValue
  readonly meta: JsonObject
}

/** Estimates the tokens of a text. */
export async function countTokens(text: string): Promise<number> {
  const { estimateTokenCount } = await import('tokenx')
  return estimateTokenCount(text)
}

/**
 * Cuts data to a window of estimated tokens, counted over its values and names. Items and members stay
 * whole if they fit; only values larger than the window are cut inside. The result is data of the same
 * kind, and following `next_offset` delivers everything exactly once.
 */
export async function cutToTokens(data: JsonValue, window: TokenWindow): Promise<TokenCut> {
  const { estimateTokenCount } = await import('tokenx')
  const costs = new Costs(estimateTokenCount)
  const total = costs.of(data)
  const offset = window.offset ?? 0
  const limit = window.limit ?? Number.POSITIVE_INFINITY
  const state: WindowState = { skip: offset, left: limit, used: 0, costs }
  const kept = offset >= total ? undefined : take(data, state)
  const next = offset + state.used
  const more = next < total && offset < total
  return {
    data: kept ?? emptyLike(data),
    meta: {
      token_count: total,
      token_offset: offset,
      ...(window.limit !== undefined && { token_limit: window.limit }),
      ...(more && { next_offset: next, truncated: true }),
    },
  }
}

interface WindowState {
  skip: number
  left: number
  used: number
  readonly costs: Costs
}

/** Caches token counts; a container costs the sum of its parts, so that offsets add up. */
class Costs {
  readonly #known = new Map<object, number>()
  readonly #estimate: (text: string) => number

  constructor(estimate: (text: string) => number) {
    this.#estimate = estimate
  }

  of(value: JsonValue): number {
    if (typeof value === 'string') return Math.max(1, this.#estimate(value) + 1)
    if (typeof value !== 'object' || value === null) return 1
    const known = this.#known.get(value)
    if (known !== undefined) return known
    let sum = 0
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) sum += this.of(item)
    else for (const [name, member] of Object.entries(value)) sum += this.entry(name, member)
    const cost = Math.max(1, sum)
    this.#known.set(value, cost)
    return cost
  }

  entry(name: string, member: JsonValue): number {
    return this.name(name) + this.of(member)
  }

  name(name: string): number {
    return Math.max(1, this.#estimate(name) + 1)
  }
}

/** Returns the part of a value inside the window; undefined if there is none. */
function take(value: JsonValue, state: WindowState): JsonValue | undefined {
  const cost = state.costs.of(value)
  if (state.skip >= cost) {
    state.skip -= cost
    return undefined
  }
  if (state.left <= 0) return undefined
  if (state.skip === 0 && cost <= state.left) {
    spend(state, cost)
    return value
  }
  if (typeof value === 'string') return takeText(value, cost, state)
  if (Array.isArray(value)) return takeList(value, state)
  if (typeof value === 'object' && value !== null) {
    return takeMembers(value as Readonly<Record<string, JsonValue>>, state)
  }
  return undefined
}

function spend(state: WindowState, cost: number): void {
  state.left -= cost
  state.used += cost
}

function takeText(text: string, cost: number, state: WindowState): string {
  const taken = Math.min(cost - state.skip, state.left)
  const from = boundary(text, Math.floor((text.length * state.skip) / cost))
  const to = boundary(text, Math.floor((text.length * (state.skip + taken)) / cost))
  state.skip = 0
  spend(state, taken)
  return text.slice(from, to)
}

/** Moves a position off the middle of a surrogate pair. */
function boundary(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc_00 && unit <= 0xdf_ff && at > 0 ? at - 1 : at
}

function takeList(
  list: readonly JsonValue[],
  state: WindowState,
): readonly JsonValue[] | undefined {
  const kept: JsonValue[] = []
  for (const item of list) {
    if (closesBefore(state.costs.of(item), kept.length > 0, state)) break
    const part = take(item, state)
    if (part !== undefined) kept.push(part)
    if (state.left <= 0) break
  }
  return kept.length > 0 ? kept : undefined
}

function takeMembers(
  object: Readonly<Record<string, JsonValue>>,
  state: WindowState,
): JsonObject | undefined {
  const kept: Record<string, JsonValue> = {}
  let count = 0
  for (const [name, member] of Object.entries(object)) {
    const nameCost = state.costs.name(name)
    if (closesBefore(nameCost + state.costs.of(member), count > 0, state)) break
    if (state.skip >= nameCost + state.costs.of(member)) {
      state.skip -= nameCost + state.costs.of(member)
      continue
    }
    if (state.skip >= nameCost) state.skip -= nameCost
    else {
      // The first part of a member always includes the cost of its name.
      spend(state, nameCost - state.skip)
      state.skip = 0
      state.left = Math.max(1, state.left)
    }
    const part = take(member, state)
    if (part !== undefined) {
      setMember(kept, name, part)
      count += 1
    }
    if (state.left <= 0) break
  }
  return count > 0 ? kept : undefined
}

/**
 * Closes the window before a part that no longer fits, unless it is the first part. Smaller parts after
 * it must not be taken, because windows have to keep the order.
 */
function closesBefore(cost: number, hasSome: boolean, state: WindowState): boolean {
  if (!hasSome || state.skip > 0 || cost <= state.left) return false
  state.left = 0
  return true
}

function emptyLike(data: JsonValue): JsonValue {
  if (Array.isArray(data)) return []
  if (typeof data === 'string') return ''
  return typeof data === 'object' && data !== null ? {} : data
}
