import { SuretyError } from '../../../contract/index.ts'
import { callWords } from '../../declare/cli.ts'
import type { Run } from '../../run/run-state.ts'

/** Refuses a call as long as the tool says that it is not set up. */
export async function requireInit(
  { cli }: Run,
  isDone: () => boolean | Promise<boolean>,
): Promise<void> {
  if (await isDone()) return
  const command = [...callWords(cli), 'init'].join(' ')
  throw new SuretyError('INIT_REQUIRED', 'PRECONDITION', 'The tool is not set up yet.', {
    fix_required: 'Set the tool up once.',
    fix_command: command,
    suggestion: `Run: ${command}`,
  })
}
