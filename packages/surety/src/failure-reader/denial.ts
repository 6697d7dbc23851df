import { endDocuments } from './end-document.ts'
import { cut, MAX_READ, plainWords } from './plain-words.ts'
import type { PrintedText } from './read-failure.ts'
import { saidInFrames } from './said-in-document.ts'

const MAX_LINES = 2
const DENIES = /^(?:error|fatal)\b(?!s)|^ERR\b/i
/** What a document that only denies may have. */
const OF_DENIALS =
  /^(?:ok|success|errors?|code|error_?code|message|msg|details?|status|status_?code|reason|title|type|hint|fix|error_description|retryable|cta|next_steps|data|result|kind|is_?error|documentation_url|timestamp|request_?id|trace_?id|meta|warnings)$/i

/**
 * Quotes what calls itself a failure beside exit 0: an output of one or two lines that begin with `error`, `fatal` or
 * `ERR`, or one document that only denies. Of more, nobody can tell
 * whether it is the data.
 */
export function denialBeside0({ stdout, stderr }: PrintedText): string | undefined {
  if (stdout.length + stderr.length > MAX_READ) return undefined
  const text = plainWords(`${stdout}\n${stderr}`).trim()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [first = ''] = lines
  if (lines.length <= MAX_LINES && DENIES.test(first.trim())) return cut(first.trim())
  const [document, ...others] = endDocuments(plainWords(stdout))?.frames ?? []
  if (others.length > 0 || typeof document !== 'object' || document === null) return undefined
  const isOnly = Object.entries(document).every(
    ([name, value]) =>
      OF_DENIALS.test(name) && (!/^(?:data|result)$/i.test(name) || !isSomething(value)),
  )
  const said = isOnly && !Array.isArray(document) ? saidInFrames([document]) : undefined
  if (typeof said !== 'object') return undefined
  const words = [said.code, said.message].filter((word) => word !== undefined)
  return words.length > 0 ? words.join(': ') : cut(text.replaceAll(/\s+/g, ' '))
}

function isSomething(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : !!value
}
