import { LEVELS, type Finding, type Level, type Report, type ReportedLevel } from './report.ts'

/**
 * Computes the level that findings reach: nothing in it, or below, may be broken or not shown. Where only some
 * checks were run, none is reached.
 */
export function levelReached(
  asked: Level,
  findings: readonly Pick<Finding, 'level' | 'status'>[],
  isWhole = true,
): ReportedLevel {
  const levels = LEVELS.filter((level) => level <= asked).map((level) => {
    const within = findings.filter((finding) => finding.level <= level)
    const has = (status: Finding['status']) => within.some((finding) => finding.status === status)
    // Without a single finding nothing was shown.
    const isShown = isWhole && within.length > 0 && !has('not_shown')
    const status = has('broken') ? 'broken' : isShown ? 'reached' : 'not_shown'
    return { level, status } as const
  })
  const reached = levels.findLast(({ status }) => status === 'reached')?.level ?? 0
  return { asked, reached, levels }
}

/** Says that only some checks were run; undefined if all were. */
export function partText({ summary }: Report): string | undefined {
  const { not_run: notRun, ...counts } = summary
  if (notRun === 0) return undefined
  const run = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return `${run} of ${run + notRun} checks ${run === 1 ? 'was' : 'were'} run, so no level is judged`
}
