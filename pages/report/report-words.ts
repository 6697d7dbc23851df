import {
  judgedIn,
  partText,
  type Report,
} from '../../packages/check/src/conformance/report/report.ts'
import type { BandWords } from '../verdict/band.tsx'

/** Puts a report into the words of its band: what was found, which level it reaches, what to do first. */
export function reportWords(report: Report): BandWords {
  const { summary, level, findings } = report
  const { broken, kept, known, warnings, not_shown: open } = summary
  const failing = findings.filter((each) => each.status === 'broken' && each.known === undefined)
  const first = failing.find(({ severity }) => severity === 'error') ?? failing[0]
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
    title: titleOf(report),
    rows: [
      ['What was asked?', askedOf(report)],
      [
        'What was found',
        `${broken} ${broken === 1 ? 'fails' : 'fail'}, ${warnings} ${warnings === 1 ? 'warns' : 'warn'}, ${known} known, ${kept} kept, ${open} not judged.`,
      ],
      ['Which level?', partText(report) ?? reached],
      ['What next?', next],
    ],
  }
}

/** Names the preset, which says whose promises these are. */
function askedOf({ preset, preset_source: source, tool }: Report): string {
  if (preset === 'envelope')
    return `The preset envelope${tool.dialect === null ? '' : `, for ${tool.dialect}`}.`
  const why = source === 'tool' ? ', because it speaks no dialect' : ''
  return `The preset any, which is what every program should keep${why}.`
}

function titleOf({ summary }: Report): string {
  const judged = judgedIn(summary)
  const { broken, not_shown: open } = summary
  if (broken > 0) return `${broken} of ${judged} checks ${broken === 1 ? 'fails' : 'fail'}.`
  if (judged === 0) return 'Nothing could be judged.'
  const none = `None of ${judged} ${judged === 1 ? 'check' : 'checks'} fails`
  return open > 0 ? `${none}; ${open} could not be judged.` : `${none}.`
}
