import { maskJson } from '@surety/internal/redact/mask.ts'
import { outputJsonSchema } from '../../../schema/index.ts'
import type { Step } from '../step.ts'
import { arrange, needsArranging } from './arrange.ts'

/** Hides secrets in data unless `--unmask` shows them, and gives it the form that depends on the answer alone. */
export const shownData: Step = {
  look: (run, { flags }) => {
    const { output } = run.command?.declaration ?? {}
    const schema = output && outputJsonSchema(output)
    const isStable = flags.stableOutput === true
    const isArranged = isStable || needsArranging(schema)
    run.mask = (value) => {
      const form = isArranged ? arrange(value, schema ?? {}, run.world.cwd, isStable) : value
      return maskJson(form, schema, flags.unmask === true)
    }
  },
}
