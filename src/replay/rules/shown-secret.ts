import { looksRandom } from '../../internal/redact/prose.ts'
import { REDACTED, TOKENS } from '../../internal/redact/redactor.ts'
import type { Rule } from './rule.ts'

/**
 * An output or a command shows a secret. Our redaction hides whatever may be one; here a value must look like one as
 * well, because `Authorization: Bearer $TOKEN` in a command shows nothing.
 */
export const rule: Rule = {
  id: 'shown_secret',
  title: 'secrets shown',
  start: ({ redact }) => ({
    judge: ({ call, parts }) => {
      const isKnown = parts.some(({ known }) => known?.reveals || known?.showsVariables)
      const how = isKnown ? '; the command is known to print them' : ''
      const hidden = hiddenValues(call.output, redact(call.output))
      const printed = hidden.filter((value) => isSecret(value) || (isKnown && value.length >= 6))
      if (printed.length > 0) return [{ says: `${counted(printed.length)} in the output${how}` }]
      const typed = hiddenValues(call.command, redact(call.command)).filter(isSecret)
      return typed.length > 0 ? [{ says: `${counted(typed.length)} in the command itself` }] : []
    },
  }),
}

/** Finds what redaction took out of a text. */
function hiddenValues(text: string, redacted: string): readonly string[] {
  if (redacted === text || text.includes(REDACTED)) return []
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

/** Tests for a value that is no word, no variable and no placeholder. */
function isSecret(given: string): boolean {
  const value = given.replace(/^(?:bearer|basic|token)\s{1,4}/i, '').trim()
  if (value.startsWith('-----BEGIN')) return true
  if (PLACEHOLDER.test(value)) return false
  const isToken = value.search(TOKENS) >= 0
  return isToken || (value.length >= 12 && looksRandom(value.replaceAll(/[/+=]/g, '')))
}

function counted(count: number): string {
  return count === 1 ? 'a secret' : `${count} secrets`
}
