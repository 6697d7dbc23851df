import type { Rule } from './rule.ts'

/**
 * An output or a command shows a secret. Our redaction hides whatever may be one; here a value must look like one as
 * well, because `Authorization: Bearer $TOKEN` in a command shows nothing.
 */
export const rule: Rule = {
  id: 'shown_secret',
  title: 'secrets shown',
  start: ({ secrets }) => ({
    judge: ({ call, parts }) => {
      const isKnown = parts.some(({ known }) => known?.reveals || known?.showsVariables)
      const how = isKnown ? '; the command is known to print them' : ''
      const printed = secrets.find(call.output, isKnown)
      const typed = secrets.find(call.command)
      if (printed.length > 0) return [{ says: `${counted(printed.length)} in the output${how}` }]
      return typed.length > 0 ? [{ says: `${counted(typed.length)} in the command itself` }] : []
    },
  }),
}

function counted(count: number): string {
  return count === 1 ? 'a secret' : `${count} secrets`
}
