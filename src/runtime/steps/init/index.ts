import { SuretyError } from '../../../contract/index.ts'
import { callWords } from '../../declare/cli.ts'
import type { Step } from '../step.ts'

/** Refuses calls of a tool that is not set up yet, before their input is judged, and points to its `init`. */
export const init: Step = {
  since: '1.16',
  look: async (run, { flags }) => {
    const { init: declared } = run.cli.declaration
    const isOurs = run.dispatch !== null || run.path[0] === 'init'
    if (!declared || isOurs || flags.schema) return
    if (await declared.isDone()) return
    const command = [...callWords(run.cli), 'init'].join(' ')
    throw new SuretyError('INIT_REQUIRED', 'PRECONDITION', 'The tool is not set up yet.', {
      fix_required: 'Set the tool up once.',
      fix_command: command,
      suggestion: `Run: ${command}`,
    })
  },
}
