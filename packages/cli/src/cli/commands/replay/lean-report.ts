import type { JsonObject } from 'surety/unstable/contract'
import { RULES, type Finding, type ReplayReport } from '../../../replay/index.ts'

/** What the command answers with: counts, the first findings, and how many more there are. */
export type ShownReplay = Pick<
  ReplayReport,
  'files' | 'sessions' | 'calls' | 'from' | 'to' | 'clients' | 'found' | 'output' | 'permission'
> & {
  readonly undescribed?: ReplayReport['undescribed']
  readonly undescribed_calls: number
  readonly asking?: ReplayReport['asking']
  readonly findings?: readonly Finding[]
  readonly by_session?: readonly JsonObject[]
  readonly more?: number
  readonly reports?: readonly { readonly format: string; readonly file: string }[]
}

const MAX_NAMES = 5
const MAX_COMMAND = 120

/** Leaves out what is long unless everything is asked for; for others nothing but counts is left. */
export function leanReport(
  report: ReplayReport,
  { all, share, lines }: { readonly all: boolean; readonly share: boolean; readonly lines: number },
): JsonObject {
  const { files, sessions, calls, from, to, clients, found, output, permission } = report
  const days = (time: string | null) => (share ? (time?.slice(0, 10) ?? null) : time)
  const counts = {
    files,
    sessions,
    calls,
    from: days(from),
    to: days(to),
    clients,
    found,
    output,
    permission,
    undescribed_calls: report.undescribed.reduce((sum, each) => sum + each.calls, 0),
  }
  if (share) return counts
  const most = all ? Number.POSITIVE_INFINITY : lines
  const findings = worst(report.findings, most).map((finding) => (all ? finding : short(finding)))
  const more = report.findings.length - findings.length + report.more
  const names = all ? Number.POSITIVE_INFINITY : MAX_NAMES
  const bySession = report.by_session.map(({ rows: _rows, left: _left, ...session }) => session)
  return {
    ...counts,
    undescribed: report.undescribed.slice(0, names),
    asking: report.asking.slice(0, names),
    findings,
    ...(more > 0 && { more }),
    ...(all && { by_session: bySession }),
  } as unknown as JsonObject
}

/** Takes the findings of the first rules, which matter most, and leaves them in their order. */
function worst(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings
  const ranks = new Map(RULES.map(({ id }, at) => [id, at]))
  const rank = ({ rule }: Finding) => ranks.get(rule) ?? RULES.length
  const first = findings.toSorted((one, other) => rank(one) - rank(other)).slice(0, most)
  const chosen = new Set(first)
  return findings.filter((finding) => chosen.has(finding))
}

function short(finding: Finding): Finding {
  const cut = (text: string) =>
    text.length <= MAX_COMMAND ? text : `${text.slice(0, MAX_COMMAND - 1)}…`
  return { ...finding, command: cut(finding.command), says: cut(finding.says) }
}
