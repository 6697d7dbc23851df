import type { Cli } from '../../declare/cli.ts'
import type { Members } from '../../declare/groups/group.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { modelOf } from '../cli-model.ts'
import { contains } from '../manifest/manifest-part.ts'

/** Reports words that name no command and no group of a tool. */
export async function unknownCommand(
  cli: Cli,
  path: readonly string[],
  builtins: Members,
): Promise<readonly InputProblem[]> {
  if (path.length === 0) return []
  const { commands, groups } = await modelOf(cli, builtins, () => {})
  if ([...commands, ...groups].some((each) => contains({ path }, each))) return []
  const message = `There is no command '${path.join(' ')}'.`
  return [{ param: '<command>', code: 'UNKNOWN_COMMAND', message }]
}
