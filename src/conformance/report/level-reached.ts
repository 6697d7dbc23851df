import { LEVELS, type Finding, type Level, type ReportedLevel } from './report.ts'

/** Computes the level that findings reach: nothing in it, or below, may be broken or not shown. */
export function levelReached(
  asked: Level,
  findings: readonly Pick<Finding, 'level' | 'status'>[],
): ReportedLevel {
  const levels = LEVELS.filter((level) => level <= asked).map((level) => {
    const within = findings.filter((finding) => finding.level <= level)
    const has = (status: Finding['status']) => within.some((finding) => finding.status === status)
    // Without a single finding nothing was shown.
    const isShown = within.length > 0 && !has('not_shown')
    const status = has('broken') ? 'broken' : isShown ? 'reached' : 'not_shown'
    return { level, status } as const
  })
  const reached = levels.findLast(({ status }) => status === 'reached')?.level ?? 0
  return { asked, reached, levels }
}
