import type { Command } from '../declare/command.ts'
import { unfitInCommand, unfitInMember } from '../declare/guard.ts'
import { walkTree } from '../line/command-tree.ts'
import { hasFlag, type Found } from '../line/read.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { mannersIn } from '../run/manners.ts'
import { warn, type Run } from '../run/run-state.ts'
import { helpEnd } from './help-page.ts'

/** Answers a line that names no command: with a text, with help, or with what is wrong with it. */
export async function endWithoutCommand(
  run: Run,
  found: Exclude<Found, { kind: 'command' }>,
): Promise<RunEnd> {
  const { cli } = run
  switch (found.kind) {
    case 'group': {
      const { line } = run
      if (found.path.length === 0 && hasFlag(line, '--version', '-V')) {
        const { name, version } = cli.declaration
        const text = mannersIn(run.output.dialect).version(name, version)
        return { kind: 'text', text, data: { name, version }, type: 'version' }
      }
      run.path = found.path
      // A request for help never fails, whatever the other arguments are.
      if (hasFlag(line, '--help', '-h')) return showHelp(run, found.path)
      if (cli.declaration.requiresCommand && !hasFlag(line, '--schema', '--llms'))
        throw (await import('../input/lost.ts')).missingCommand(run)
      return showHelp(run, found.path, null, found.rest)
    }
    case 'moved':
      throw await (await import('../input/lost.ts')).redirectFailure(run, found)
    case 'none':
      throw await (await import('../input/lost.ts')).explainUnknown(run, found)
  }
}

/** Shows help. A command that is declared wrongly has no page; on all others a warning names it. */
export async function showHelp(
  run: Run,
  path: readonly string[],
  command: Command | null = null,
  rest?: readonly string[],
): Promise<RunEnd> {
  await tellMistakes(run, path, command)
  return helpEnd(run, path, rest)
}

/**
 * Warns of commands that are declared wrongly: all others can be called. Programs are told what the guard refuses, a
 * person at a terminal, who may be the author, all that is wrong.
 */
export async function tellMistakes(
  run: Run,
  path: readonly string[] = [],
  command: Command | null = null,
): Promise<void> {
  const { cli, warnings, world } = run
  const tell = (text: string): void => {
    if (!warnings.some((said) => said.text === text)) warn(run, text)
  }
  if (world.isStdoutTty) {
    const { judge } = await import('../declare/check/judge.ts')
    if (command) judge(cli, path, command, tell)
    return judge(cli, [], null, tell)
  }
  const wrong = () => import('../declare/wrong-declaration.ts')
  if (command && unfitInCommand(command) !== null)
    throw (await wrong()).unfitDeclaration(cli, command, path)
  for (const node of walkTree(cli.declaration.commands)) {
    if (unfitInMember(node.member) === null) continue
    const { message } = (await wrong()).memberFault(cli, node.member, node.path)
    tell(`A command is declared wrongly: ${message}`)
  }
}
