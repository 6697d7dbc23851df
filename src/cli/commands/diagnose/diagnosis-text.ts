import type { Diagnosis } from '../../../conformance/index.ts'
import { oneLine, visibleText } from '../../../internal/visible-text.ts'
import type { Screen } from '../../../runtime/human/index.ts'

/** Draws a diagnosis: what happened, what an agent concludes, what broke, what to do. */
export function diagnosisText(diagnosis: Diagnosis, { paint, glyphs }: Screen): string {
  const { run, conclusion, broken, fix, dialect } = diagnosis
  const code = conclusion.code === null ? conclusion.exit : conclusion.code
  return [
    paint.cyan(`$ ${oneLine(run.command)}`),
    paint.dim(
      `${endOf(diagnosis)} ${glyphs.dot} ${dialect ?? 'no dialect'} ${glyphs.dot} ${run.duration_ms} ms`,
    ),
    '',
    `${paint.bold('An agent concludes')}  ${conclusion.ok ? 'success' : 'failure'}, ${oneLine(code)}`,
    ...(conclusion.message === '' ? [] : [`  ${visibleText(oneLine(conclusion.message))}`]),
    `  ${conclusion.verdict}: ${conclusion.explanation}`,
    '',
    paint.bold(broken.length === 0 ? 'No promise is broken in this run' : 'Broken promises'),
    ...broken.flatMap(({ title, check, summary, why }) => [
      `  ${paint.red(glyphs.cross)} ${title} ${paint.dim(check)}`,
      `      ${oneLine(summary)}`,
      `      ${paint.dim('Why')}  ${why}`,
    ]),
    '',
    `${paint.bold('Smallest fix')}  ${WHO[fix.by]}${oneLine(fix.text)}`,
  ].join('\n')
}

const WHO = { author: 'in the tool: ', caller: 'in the call: ', nobody: '' } as const

function endOf({ run }: Diagnosis): string {
  if (run.start_error !== null) return `did not start (${run.start_error})`
  if (run.stopped !== null) return `stopped (${run.stopped})`
  return run.exit_code === null ? `ended by ${run.ended_by ?? 'a signal'}` : `exit ${run.exit_code}`
}
