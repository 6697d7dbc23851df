import type { Cli } from '../../declare/cli.ts'
import type { Command } from '../../declare/command.ts'
import { defineGroup } from '../../declare/command-tree.ts'
import type { Group, LazyMember, Members } from '../../declare/types/member-tree.ts'
import { wholeAnswers } from '../../result/data.ts'

const known = new WeakMap<Cli, Map<string, Members>>()

/** Lists the builtin commands of a tool; an author's command with the same name replaces one. */
export function builtinsOf(cli: Cli, dialect: string): Members {
  const byDialect = known.get(cli) ?? new Map<string, Members>()
  known.set(cli, byDialect)
  const made = byDialect.get(dialect) ?? makeBuiltins(cli, dialect)
  byDialect.set(dialect, made)
  return made
}

/** Lists the names of the builtins that have something to work on, as far as commands are loaded. */
export function usefulBuiltins(cli: Cli, builtins: Members): readonly string[] {
  return Object.keys(builtins).filter(
    (name) =>
      // What only scripts call is no news for anybody.
      !name.startsWith('__') && !Object.hasOwn(cli.declaration.commands, name),
  )
}

/** Makes a member whose module is loaded when it is called. */
function lazy<Module>(
  description: string,
  load: () => Promise<Module>,
  make: (module: Module) => Command,
  hidden = false,
): LazyMember {
  return { description, hidden, load: async () => make(await load()) }
}

/** Marks a command whose answer is never cut. */
function whole(command: Command): Command {
  wholeAnswers.add(command)
  return command
}

function makeBuiltins(cli: Cli, dialect: string): Members {
  const all = (): Members => builtinsOf(cli, dialect)
  const help = () => import('./help.ts')
  const described = () => import('./manifest.ts')
  const completion = () => import('./completion.ts')
  return Object.freeze({
    help: lazy('Shows how a command is used', help, (its) => its.helpCommand),
    version: lazy('Shows the version', help, (its) => its.versionCommand(cli)),
    manifest: lazy('Describes every command as data', described, (its) =>
      whole(its.manifestCommand(cli, dialect, all)),
    ),
    schema: lazy('Lists every result type and error code', described, (its) =>
      whole(its.schemaCommand(cli, dialect, all)),
    ),
    completion: lazy('Writes a completion script', completion, (its) => its.completionCommand(cli)),
    __complete: lazy(
      'Lists what fits in place of the last word',
      completion,
      (its) => its.completeCommand(cli, all),
      true,
    ),
    // Listings for agents leave it out: `--llms` names it.
    'agent-guide': lazy(
      'Tells agents how to use the tool',
      described,
      (its) => whole(its.agentGuideCommand(cli, dialect, all)),
      true,
    ),
    skills: skillsGroup(cli, all),
  })
}

/** Makes the `skills` group. It is for people who set up agents, so listings for agents leave it out. */
function skillsGroup(cli: Cli, all: () => Members): Group {
  const load = () => import('./skills.ts')
  return defineGroup({
    description: 'Writes skills and AGENTS.md for agents',
    hidden: true,
    commands: {
      generate: lazy('Shows the skills, one for each group', load, (its) =>
        its.generateCommand(cli, all),
      ),
      install: lazy('Writes the skills into a folder', load, (its) => its.installCommand(cli, all)),
      check: lazy('Fails if the skills in a folder are out of date', load, (its) =>
        its.checkCommand(cli, all),
      ),
      section: lazy('Writes the section of the tool in AGENTS.md', load, (its) =>
        its.sectionCommand(cli, all),
      ),
      'agents-file': lazy('Writes the AGENTS.md that the tool ships with', load, (its) =>
        its.agentsFileCommand(cli, all),
      ),
    },
  })
}
