import { DECISION_CASES } from '../../packages/client/src/client/decide/decide.table.ts'
import {
  historyOf,
  type DecisionCase,
} from '../../packages/client/src/client/decide/decision-case.table.ts'
import {
  decide,
  NO_KNOWLEDGE,
  resolvePolicy,
  VERDICT_REASONS,
} from '../../packages/client/src/client/index.ts'

/** Generates docs/client/decisions.md: every reason with the verdicts that `decide` gives for it. */
export async function generate(): Promise<Record<string, string>> {
  const kinds = new Map<string, Set<string>>()
  for (const row of DECISION_CASES) {
    const { kind, reason } = verdictOf(row)
    kinds.set(reason, (kinds.get(reason) ?? new Set()).add(kind))
  }
  const lines = [
    '# What the client decides',
    '',
    'After each call the client says what to do with the answer: a *verdict*, and a reason that your program can branch on.',
    '`accept` and `use_cache` mean that the data can be used. `escalate` means that nobody but you can go on. All others are',
    'carried out by the client: `retry_after`, `next_page`, `refresh_and_reissue`, `fix_and_reissue`, `follow_redirect` and',
    '`continue_work`. [Running tools](running-tools.md) says when each is allowed.',
    '',
    `The table is generated from the ${DECISION_CASES.length} cases that test \`decide()\`.`,
    '',
    '| Reason | Verdict | Meaning |',
    '|---|---|---|',
    ...Object.entries(VERDICT_REASONS).map(
      ([reason, meaning]) =>
        `| \`${reason}\` | ${[...(kinds.get(reason) ?? ['escalate'])].map((kind) => `\`${kind}\``).join(', ')} | ${meaning} |`,
    ),
  ]
  return {
    'docs/client/decisions.md': `${lines.join('\n')}\n`,
  }
}

function verdictOf(row: DecisionCase) {
  const { outcome, knowledge, policy } = row
  return decide(outcome, historyOf(row), { ...NO_KNOWLEDGE, ...knowledge }, resolvePolicy(policy))
}
