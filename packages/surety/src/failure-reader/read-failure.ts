import type { JsonObject } from '../contract/index.ts'
import { endDocuments } from './end-document.ts'
import { codeOfPhrase } from './own-code.ts'
import { nearText, plainWords } from './plain-words.ts'
import { saidInFrames } from './said-in-document.ts'
import { saidInText } from './said-in-text.ts'

/** What a program printed, as text. */
export interface PrintedText {
  readonly stdout: string
  readonly stderr: string
}

/** What a failing program says itself. Nobody may act on more of it than code and message. */
export interface SaidFailure {
  /** One word: the program's own code. */
  readonly code?: string
  /** Where it has none, a code of ours for what many programs say in the same words. */
  readonly phrase?: string
  /** The line that a person would point at. */
  readonly message?: string
  /** Whether a document says that, and not a line of text. */
  readonly isStated?: true
  /** What speaks against it: a document that calls itself a success, two streams with two codes. */
  readonly problems: readonly string[]
  /** What it says of remedies and retries. */
  readonly toolSays?: JsonObject
}

/**
 * Reads what a program said when it failed: a document that ends a stream and calls itself a failure, else the text. It is
 * for calls whose exit says that they failed, and decides nothing of that.
 */
export function readFailure(printed: PrintedText): SaidFailure {
  const streams = [printed.stdout, printed.stderr].map((given) => {
    const text = nearText(given)
    const found = endDocuments(text.includes('\u001B') ? plainWords(text) : text)
    const said = found && saidInFrames(found.frames)
    return { said, text: found?.before ?? text }
  })
  const [stdout, stderr] = streams.map(({ said }) => (said === 'success' ? undefined : said))
  const text = saidInText(streams.map((each) => each.text).toReversed())
  const codes = new Set(
    [stdout?.code, stderr?.code, text.code].filter((code) => code !== undefined),
  )
  const stated = stdout?.message ?? stderr?.message
  const message = stated ?? text.message
  // Beside a document the text may tell of something else.
  const phrase = stated === undefined ? text.phrase : codeOfPhrase(stated)
  const toolSays = { ...stderr?.toolSays, ...stdout?.toolSays }
  const problems = [
    ...(streams.some(({ said }) => said === 'success') ? [SUCCESS_BESIDE_FAILURE] : []),
    ...(codes.size > 1 ? [`The output names several codes: ${[...codes].join(', ')}.`] : []),
  ]
  const [code] = codes
  return {
    ...(codes.size === 1 && { code: code! }),
    ...(phrase !== undefined && { phrase }),
    ...(message !== undefined && { message }),
    ...(stated !== undefined && { isStated: true }),
    problems,
    ...(Object.keys(toolSays).length > 0 && { toolSays }),
  }
}

const SUCCESS_BESIDE_FAILURE = 'The output calls itself a success, but the exit code says failure.'
