import table from './starters.json' with { type: 'json' }

interface Starter {
  readonly flags?: string
  /** Options whose value is the next word, or a part of the same. */
  readonly valued?: string
  /** How many words it takes for itself before the call. */
  readonly operands?: number
  /** Whether `-5` is an option, as of nice. */
  readonly numbers?: boolean
  /** Whether `A=b` may stand before the call. */
  readonly assignments?: boolean
  /** False if the call that it starts is never known to only read. */
  readonly reads?: boolean
  /** Whether it adds words to the call that nobody has seen. */
  readonly hands?: boolean
}

const STARTERS: Readonly<Record<string, Starter>> = table

/** A call that another one makes: `timeout 10 npm test` is npm's. */
export interface StartedCall {
  readonly words: readonly string[]
  /** The words before it, those of the programs that start it. */
  readonly before: readonly string[]
  /** Variables that are set for it. */
  readonly assignments: readonly string[]
  /** Whether it is read as the call itself is: nothing else is added to it, or gives it more rights. */
  readonly isPlain: boolean
}

/** Finds the call at the end of words such as `timeout 10 nice npm test`; the words themselves if nothing starts it. */
export function startedCall(words: readonly string[]): StartedCall {
  const plain = { words, before: [], assignments: [], isPlain: true }
  const starter = Object.hasOwn(STARTERS, words[0] ?? '') ? STARTERS[words[0]!] : undefined
  if (starter === undefined) return plain
  const start = startOf(words, starter)
  if (start === undefined || start.at >= words.length) return plain
  const inner = startedCall(words.slice(start.at))
  return {
    words: inner.words,
    before: [...words.slice(0, start.at), ...inner.before],
    assignments: [...start.assignments, ...inner.assignments],
    isPlain: inner.isPlain && starter.reads !== false,
  }
}

/** Finds where the call begins; undefined if an option is not known. */
function startOf(words: readonly string[], starter: Starter) {
  const flags = new Set(starter.flags?.split(' '))
  const valued = starter.valued?.split(' ') ?? []
  const assignments: string[] = []
  let left = starter.operands ?? 0
  let at = 1
  for (; at < words.length; at += 1) {
    const word = words[at]!
    if (word === '--' && left === (starter.operands ?? 0)) continue
    if (flags.has(word)) continue
    if (starter.numbers && /^-\d+$/.test(word)) continue
    if (valued.includes(word)) {
      at += 1
      continue
    }
    if (valued.some((each) => word.startsWith(each.startsWith('--') ? `${each}=` : each))) continue
    if (/^-./.test(word)) return undefined
    if (starter.assignments && /^[A-Za-z_]\w*=/.test(word)) assignments.push(word)
    else if (left > 0) left -= 1
    else break
  }
  return { at, assignments }
}
