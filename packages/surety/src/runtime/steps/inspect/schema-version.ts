import { refusedValue } from '../../run/errors/input-error.ts'
import { addMeta, warn } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Answers in an older version of the data, by `--schema-version`, if the command still knows it. */
export const schemaVersion: Step = {
  look: (run, { flags: { schemaVersion: asked } }) => {
    const { compat = {}, schemaVersion: current = '1.0' } = run.command?.declaration ?? {}
    const major = Number.parseInt(current, 10)
    if (asked === undefined || asked === major) return
    if (!compat[asked]) {
      const known = [...Object.keys(compat), major]
      const message = `There is no version ${asked} of the data; use ${known.join(' or ')}.`
      throw refusedValue(run, '--schema-version', message, { value: asked })
    }
    const version = `${asked}.0`
    const text = `SCHEMA_DEPRECATED: Version ${version} of the data is old; use ${current}.`
    warn(run, text, { current_version: current, requested_version: version })
    addMeta(run, { schema_version: version })
  },
  applies: ({ input }) => input.flags.schemaVersion !== undefined,
  run: async (_call, next) => {
    const end = await next()
    return end.kind === 'data' ? { ...end, isReshaped: true } : end
  },
}
