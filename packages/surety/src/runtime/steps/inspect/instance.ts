import { refusedValue } from '../../run/errors/input-error.ts'
import { instanceVariable, isInstanceId } from '../../run/instance-folder.ts'
import type { Step } from '../step.ts'

/** Keeps the state of a call apart from other instances, by `--instance-id` or its variable. */
export const instance: Step = {
  look: (run, { flags }) => {
    const variable = instanceVariable(run.cli)
    const id = flags.instanceId ?? run.world.env[variable]
    if (!id) return
    if (!isInstanceId(id)) {
      const message = `'${id}' is no id of an instance; use letters, digits, - and _.`
      throw refusedValue(run, '--instance-id', message, { value: id })
    }
    // All state of the call follows this variable, and so do calls that the handler makes.
    run.world.env[variable] = id
  },
}
