import { looksRandom } from '@surety/internal/redact/prose.ts'
import { createRedactor, REDACTED, TOKENS } from '@surety/internal/redact/redactor.ts'

/** Secrets that are remembered; a transcript with more shows them all anyway. */
const MAX_SECRETS = 1000
/** What stands for a mark of somebody else; as long as ours. */
const MARKED = '[redacted]'

/** Takes secrets out of texts. One that was shown with its name is known where it stands alone later. */
export class Secrets {
  readonly #redactor: ReturnType<typeof createRedactor>
  readonly #known = new Set<string>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#redactor = createRedactor({ env })
  }

  redact(text: string): string {
    return this.#hideKnown(this.#redactor.redact(text))
  }

  /** Takes the secrets that are known by now out of every text of a value: one may stand before its name was seen. */
  redactAll<Value>(value: Value): Value {
    if (this.#known.size === 0) return value
    if (typeof value === 'string') return this.#hideKnown(value) as Value
    if (Array.isArray(value)) return value.map((each: unknown) => this.redactAll(each)) as Value
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, each]) => [name, this.redactAll(each)])
    return Object.fromEntries(members) as Value
  }

  #hideKnown(text: string): string {
    let hidden = text
    for (const secret of this.#known) hidden = hidden.replaceAll(secret, REDACTED)
    return hidden
  }

  /** Counts the values in a text that look like secrets, and remembers them. */
  find(text: string): number {
    // A mark that stands there already would be taken for one of ours.
    const own = text.replaceAll(REDACTED, MARKED)
    const found = hiddenValues(own, this.redact(own)).filter(isSecret)
    for (const value of found) if (this.#known.size < MAX_SECRETS) this.#known.add(bare(value))
    return found.length
  }
}

/** Finds what redaction took out of a text. */
function hiddenValues(text: string, redacted: string): readonly string[] {
  if (redacted === text) return []
  const [first = '', ...rest] = redacted.split(REDACTED)
  const values: string[] = []
  let at = first.length
  for (const [index, segment] of rest.entries()) {
    const isEnd = segment === '' && index === rest.length - 1
    const next = isEnd ? text.length : text.indexOf(segment, at)
    if (next < 0) break
    values.push(text.slice(at, next))
    at = next + segment.length
  }
  return values
}

const PLACEHOLDER = /\.\.\.|…|[$<>*]|redacted|x{4}|example|placeholder|dummy|your|test/i
/** A call, or a constant by its name. */
const CODE = /\w\(|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/

/** Tests for a value that is no word, no variable, no code and no placeholder. */
function isSecret(given: string): boolean {
  const value = bare(given)
  if (value.includes(MARKED)) return false
  if (value.startsWith('-----BEGIN')) return true
  if (PLACEHOLDER.test(value) || CODE.test(value)) return false
  const isToken = value.search(TOKENS) >= 0
  return isToken || (value.length >= 12 && looksRandom(value.replaceAll(/[/+=]/g, '')))
}

function bare(value: string): string {
  return value.replace(/^(?:bearer|basic|token)\s{1,4}/i, '').trim()
}
