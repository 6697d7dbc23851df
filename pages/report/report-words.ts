import { partText, type Report } from '../../packages/check/src/conformance/report/report.ts'
import type { BandWords } from '../verdict/band.tsx'

/** Puts a report into the words of its band: what was found, which level it reaches, what to do first. */
export function reportWords(report: Report): BandWords {
  const { summary, level, findings } = report
  const { broken, kept, not_shown: open } = summary
  const first = findings.find(({ status }) => status === 'broken')
  const needed = findings.find(({ status }) => status === 'not_shown')?.needs ?? null
  const reached =
    level.reached === 0
      ? `It reaches no level of ${level.asked}.`
      : `It reaches level ${level.reached} of ${level.asked}.`
  const next =
    first !== undefined
      ? `Begin with “${first.title}”: ${first.fix}`
      : needed !== null
        ? `To show more, add: ${needed}`
        : 'Run this check in CI, so that it stays so.'
  return {
    tone: broken > 0 ? 'bad' : open > 0 || kept === 0 ? 'careful' : 'good',
    title: titleOf(broken, open, kept),
    rows: [
      ['What was found', `${broken} broken, ${open} not shown, ${kept} kept.`],
      ['Which level?', partText(report) ?? reached],
      ['What next?', next],
    ],
  }
}

function titleOf(broken: number, open: number, kept: number): string {
  const promises = (count: number) => (count === 1 ? '1 promise' : `${count} promises`)
  if (broken > 0) return `It breaks ${promises(broken)}.`
  if (kept === 0) return 'Nothing could be judged.'
  if (open > 0) return `Nothing is broken; ${promises(open)} could not be shown.`
  return 'It keeps every promise that was checked.'
}
