import { outputJsonSchema } from '../../../schema/index.ts'
import { advise, commandName } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** What `meta` says of a call; in `data` it would make equal answers differ. */
const VOLATILE = /^(?:timestamp|now|generated_at|duration_ms|request_id|trace_id|elapsed_ms)$/

/** Tells the author of members of the data that belong to the call and not to its result. */
export const volatileData: Step = {
  look: (run) => {
    const { output } = run.command?.declaration ?? {}
    const members = output && outputJsonSchema(output)['properties']
    for (const name of Object.keys(members ?? {}).filter((each) => VOLATILE.test(each)))
      advise(
        run,
        `${commandName(run)} declares '${name}' in its data, which callers compare and keep: use ctx.addMeta()`,
      )
  },
}
