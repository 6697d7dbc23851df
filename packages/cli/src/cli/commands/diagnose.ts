import type { Diagnosis } from '@surety/check/unstable/conformance'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import { wrapTo, type Screen } from 'surety/unstable/human'
import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { toKitOptions, toolCommand } from './check/kit-options.ts'
import { examples, text, words } from '../input/option-kinds.ts'

export const command = defineCommand({
  ...toolCommand,
  description: 'Makes one call and explains its answer',
  exitCodes: { SUCCESS: 'The call was made once, and data explains it, whatever its own exit' },
  args: { words: words('The tool and its arguments, after --') },
  options: {
    dialect: text('Dialect of the answer: an id or a file; default: detected'),
    timeout: s.duration().default('10s').describe('Time limit of the call'),
  },
  examples: examples({ 'Explain why a call fails': 'surety diagnose -- deployer volume create' }),
  type: 'diagnosis',
  text: (data, screen) => diagnosisText(data as unknown as Diagnosis, screen),
  run: async (ctx) => {
    const { diagnoseCall } = await import('@surety/check/unstable/conformance')
    return diagnoseCall(ctx.args.words, toKitOptions(ctx.options, ctx))
  },
})

function diagnosisText(diagnosis: Diagnosis, screen: Screen): string {
  const { paint, glyphs } = screen
  const { run, conclusion, broken, fix, dialect } = diagnosis
  const code = conclusion.code === null ? conclusion.exit : conclusion.code
  const facts = [endOf(diagnosis), dialect ?? 'no dialect', `${run.duration_ms} ms`]
  return [
    paint.cyan(`$ ${oneLine(run.command)}`),
    paint.dim(facts.join(` ${glyphs.dot} `)),
    '',
    `${paint.bold('An agent concludes')}  ${conclusion.ok ? 'success' : 'failure'}, ${oneLine(code)}`,
    ...(conclusion.message === '' ? [] : indented(oneLine(conclusion.message), 2, screen)),
    ...indented(`${conclusion.verdict}: ${conclusion.explanation}`, 2, screen),
    '',
    paint.bold(broken.length === 0 ? 'No promise is broken in this run' : 'Broken promises'),
    ...broken.flatMap(({ title, check, summary, why }) => [
      `  ${paint.red(glyphs.cross)} ${title} ${paint.dim(check)}`,
      ...indented(oneLine(summary), 4, screen),
      ...indented(why, 4, screen).map(paint.dim),
    ]),
    '',
    paint.bold('Smallest fix'),
    ...indented(`${WHO[fix.by]}${oneLine(fix.text)}`, 2, screen),
  ].join('\n')
}

function indented(text: string, by: number, { columns }: Screen): readonly string[] {
  const width = columns === 0 ? 0 : Math.max(20, columns - by)
  return wrapTo(visibleText(text), width).map((line) => ' '.repeat(by) + line)
}

const WHO = { author: 'in the tool: ', caller: 'in the call: ', nobody: '' } as const

function endOf({ run }: Diagnosis): string {
  if (run.start_error !== null) return `did not start (${run.start_error})`
  if (run.stopped !== null) return `stopped (${run.stopped})`
  return run.exit_code === null ? `ended by ${run.ended_by ?? 'a signal'}` : `exit ${run.exit_code}`
}
