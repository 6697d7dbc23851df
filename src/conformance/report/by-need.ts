import type { Finding } from './report.ts'

/** Promises that the same thing would show. */
export interface Need {
  /** What it takes. */
  readonly needs: string
  readonly findings: readonly Finding[]
  /** What was seen of them; empty where nothing was run. */
  readonly seen: readonly string[]
}

/** Puts promises that are not shown together by what would show them, the most useful thing to do first. */
export function byNeed(findings: readonly Finding[]): readonly Need[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    if (finding.status !== 'not_shown') continue
    const needs = finding.needs ?? finding.summary
    groups.set(needs, [...(groups.get(needs) ?? []), finding])
  }
  return [...groups]
    .map(([needs, alike]) => ({
      needs,
      findings: alike,
      seen: [
        ...new Set(
          alike.flatMap(({ evidence, summary }) => (evidence.length === 0 ? [] : [summary])),
        ),
      ],
    }))
    .toSorted((a, b) => b.findings.length - a.findings.length)
}
