import {
  detectRendered,
  parseCaptureLine,
  withImpliedExit,
  type Capture,
} from 'surety/unstable/dialects'
import { defineCommand } from 'surety/unstable/runtime'
import { examples } from '../input/option-kinds.ts'
import {
  captureArgs,
  captureOptions,
  captureProblems,
  inputExits,
  lineErrors,
  lineExits,
  readOneCapture,
  withFile,
} from '../input/declarations.ts'
import { answerLines } from '../input/read-input.ts'

export const command = defineCommand({
  description: 'Detects the dialect of captured output',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The candidates are listed; there may be none or several',
    ...inputExits,
    ...lineExits,
  },
  errors: lineErrors,
  args: captureArgs,
  options: captureOptions,
  filter: 'on-request',
  timeoutMs: 0,
  examples: examples({
    'Detect the dialect of an answer': 'surety detect answer.json',
    'Detect the dialect of one run': 'surety detect --stdout out --stderr err --exit-code 0',
  }),
  validate: ({ args, options }) => captureProblems(options, args.file),
  run: (ctx) => {
    const { captures } = ctx.options
    const isExitUnknown = ctx.options.exitCode === undefined
    if (captures === undefined)
      return readOneCapture(withFile(ctx.options, ctx.args.file), ctx).then((capture) =>
        toFinding(isExitUnknown ? withImpliedExit(capture) : capture),
      )
    return answerLines(captures, ctx, async (text) => {
      const parsed = parseCaptureLine(text)
      if (!parsed.ok) return parsed
      return { answer: { id: parsed.id, ...(await toFinding(parsed.capture)) } }
    })
  },
})

async function toFinding(capture: Capture) {
  const { candidates, ambiguous } = await detectRendered(capture)
  const [first] = candidates
  return { dialect: ambiguous || !first ? null : first.dialect, ambiguous, candidates }
}
