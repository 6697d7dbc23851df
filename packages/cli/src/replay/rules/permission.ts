import type { Rule } from './rule.ts'

/** How a call stands to the rules of a client, where nobody has allowed anything yet. */
export const PERMISSIONS = {
  refused: 'denied by a person or a rule, and not run',
  unasked: 'run by Claude Code without a question',
  covered: 'covered by one rule for surety read',
  network: 'covered by one rule for surety read --network',
  asks: 'asks, even where reads are allowed',
} as const

/** Counts what one allow rule would have covered, and what asks. */
export const rule: Rule = {
  id: 'permission',
  title: 'questions that one allow rule would have spared',
  isCounted: true,
  start: ({ isRunUnasked }) => ({
    judge: ({ call, parts, isRead }) => {
      if (call.isRefused) return [{ key: 'refused' }]
      const calls = parts.map(({ words }) => words ?? [])
      if (parts.length > 0 && isRead && isRunUnasked(calls)) return [{ key: 'unasked' }]
      const known = parts.flatMap((part) => part.known ?? [])
      if (!isRead || known.some(({ reveals }) => reveals)) return [{ key: 'asks' }]
      return [{ key: known.some(({ network }) => network) ? 'network' : 'covered' }]
    },
  }),
}
