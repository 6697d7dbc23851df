import type { SessionReport } from '../../packages/cli/src/replay/replay-report.ts'

/** Which sessions are shown; no rules means all of them. */
export interface Filter {
  readonly rules: ReadonlySet<string>
  readonly query: string
  /** Whether sessions in which nothing was missed are shown. */
  readonly isAll: boolean
}

export function isMatch(session: SessionReport, { rules, query, isAll }: Filter): boolean {
  const found = Object.keys(session.found)
  if (!isAll && found.length === 0) return false
  if (rules.size > 0 && !found.some((rule) => rules.has(rule))) return false
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = [
    session.session,
    session.file,
    ...(session.rows ?? []).map(({ command }) => command),
  ]
    .join('\n')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Puts sessions in which most kinds of things were missed first; others stay in their order. */
export function worstFirst(sessions: readonly SessionReport[]): readonly SessionReport[] {
  const kinds = ({ found }: SessionReport) => Object.keys(found).length
  return sessions.toSorted((one, other) => kinds(other) - kinds(one))
}
