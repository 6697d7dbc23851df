import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/index.ts'

export async function countTokens(text: string): Promise<number> {
  const { estimateTokenCount } = await import('tokenx')
  return estimateTokenCount(text)
}

/**
 * Cuts data to a window of estimated tokens, counted over its values and names. Items and members stay
 * whole if they fit; only values larger than the window are cut inside. The result is data of the same
 * kind, and following `next_offset` in `meta` delivers everything exactly once.
 */
export async function cutToTokens(
  data: JsonValue,
  { limit, offset = 0 }: { readonly limit?: number; readonly offset?: number },
): Promise<{ readonly data: JsonValue; readonly meta: JsonObject }> {
  const { estimateTokenCount } = await import('tokenx')
  const cutter = new TokenCutter(estimateTokenCount, offset, limit ?? Number.POSITIVE_INFINITY)
  const total = cutter.costOf(data)
  const kept = offset >= total ? undefined : cutter.take(data)
  const next = offset + cutter.used
  return {
    data: kept ?? emptyLike(data),
    meta: {
      token_count: total,
      token_offset: offset,
      ...(limit !== undefined && { token_limit: limit }),
      ...(next < total && offset < total && { next_offset: next, truncated: true }),
    },
  }
}

class TokenCutter {
  used = 0
  #skip: number
  #left: number
  readonly #estimate: (text: string) => number
  readonly #costs = new Map<object, number>()

  constructor(estimate: (text: string) => number, offset: number, limit: number) {
    this.#estimate = estimate
    this.#skip = offset
    this.#left = limit
  }

  /** Counts the tokens of a value; a list or object costs the sum of its parts, so that offsets add up. */
  costOf(value: JsonValue): number {
    if (typeof value === 'string') return Math.max(1, this.#estimate(value) + 1)
    if (typeof value !== 'object' || value === null) return 1
    const known = this.#costs.get(value)
    if (known !== undefined) return known
    const isList = Array.isArray(value)
    let sum = 0
    for (const [name, member] of Object.entries(value))
      sum += (isList ? 0 : this.costOf(name)) + this.costOf(member)
    const cost = Math.max(1, sum)
    this.#costs.set(value, cost)
    return cost
  }

  /** Returns the part of a value inside the window; undefined if there is none. */
  take(value: JsonValue): JsonValue | undefined {
    const cost = this.costOf(value)
    if (this.#skip >= cost) {
      this.#skip -= cost
      return undefined
    }
    if (this.#left <= 0) return undefined
    if (this.#skip === 0 && cost <= this.#left) {
      this.#spend(cost)
      return value
    }
    if (typeof value === 'string') return this.#takeText(value, cost)
    return typeof value === 'object' && value !== null ? this.#takeParts(value) : undefined
  }

  #spend(cost: number): void {
    this.#left -= cost
    this.used += cost
  }

  #takeText(text: string, cost: number): string {
    const taken = Math.min(cost - this.#skip, this.#left)
    const from = boundary(text, Math.floor((text.length * this.#skip) / cost))
    const to = boundary(text, Math.floor((text.length * (this.#skip + taken)) / cost))
    this.#skip = 0
    this.#spend(taken)
    return text.slice(from, to)
  }

  #takeParts(value: JsonObject | readonly JsonValue[]): JsonValue | undefined {
    const isList = Array.isArray(value)
    const kept: [string, JsonValue][] = []
    for (const [name, member] of Object.entries(value)) {
      const nameCost = isList ? 0 : this.costOf(name)
      const cost = nameCost + this.costOf(member)
      if (this.#skip >= cost) {
        this.#skip -= cost
        continue
      }
      // Smaller parts after one that does not fit must not be taken, because windows keep the order.
      if (kept.length > 0 && this.#skip === 0 && cost > this.#left) this.#left = 0
      else if (this.#skip >= nameCost) this.#skip -= nameCost
      else {
        // The first part of a member always includes the cost of its name.
        this.#spend(nameCost - this.#skip)
        this.#skip = 0
        this.#left = Math.max(1, this.#left)
      }
      const part = this.take(member)
      if (part !== undefined) kept.push([name, part])
      if (this.#left <= 0) break
    }
    if (kept.length === 0) return undefined
    return isList ? kept.map(([, item]) => item) : Object.fromEntries(kept)
  }
}

/** Moves a position off the middle of a surrogate pair. */
function boundary(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc_00 && unit <= 0xdf_ff && at > 0 ? at - 1 : at
}

function emptyLike(data: JsonValue): JsonValue {
  if (Array.isArray(data)) return []
  if (typeof data === 'string') return ''
  return isJsonObject(data) ? {} : data
}
