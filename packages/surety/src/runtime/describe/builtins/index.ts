import type { Cli } from '../../declare/cli.ts'
import type { Command } from '../../declare/command.ts'
import type { CommandDeclaration } from '../../declare/types/command-declaration.ts'
import {
  defineGroup,
  factsOf,
  groupOf,
  type Group,
  type LazyMember,
  type Members,
} from '../../declare/groups/group.ts'
import { rulesOf } from '../../declare/generation-rules.ts'
import { wholeAnswers } from '../../result/validate-result.ts'

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
  const isIdle = idleBuiltins(cli)
  return Object.keys(builtins).filter(
    (name) =>
      // What only scripts call is no news for anybody.
      !name.startsWith('__') && !Object.hasOwn(cli.declaration.commands, name) && !isIdle[name],
  )
}

function idleBuiltins(cli: Cli): Readonly<Record<string, boolean>> {
  const { declaration } = cli
  const loaded = loadedIn(declaration.commands)
  return {
    job: !loaded.some(({ job }) => job),
    doctor: !declaration.doctor && !loaded.some(({ requiredTools }) => requiredTools),
    cleanup: !loaded.some(({ writes }) => writes),
    status: !loaded.some(({ writes }) => writes),
    changelog: !declaration.changelog,
    'check-permissions': !loaded.some(({ scopes = [] }) => scopes.length > 0),
  }
}

function loadedIn(members: Members): readonly Partial<CommandDeclaration>[] {
  return Object.values(members).flatMap((member) => {
    const group = groupOf(member)
    return group ? loadedIn(group.commands) : [factsOf(member)]
  })
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
  const { init } = cli.declaration
  const { inspectable, outlivesCalls } = rulesOf(dialect)
  const help = () => import('./help.ts')
  const described = () => import('./manifest.ts')
  const completion = () => import('./completion.ts')
  const permissions = () => import('./check-permissions.ts')
  const needs = () => import('./doctor.ts')
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
    'check-permissions': lazy(
      'Compares the scopes in use with what commands need',
      permissions,
      (its) => its.checkPermissionsCommand(cli, dialect),
    ),
    ...(inspectable && {
      doctor: lazy('Checks everything that the tool needs', needs, (its) => its.doctorCommand(cli)),
      ...(init && { init: lazy('Sets the tool up', needs, (its) => its.initCommand(init)) }),
      ...keepingBuiltins(cli),
    }),
    // Listings for agents leave it out: `--llms` names it.
    'agent-guide': lazy(
      'Tells agents how to use the tool',
      described,
      (its) => whole(its.agentGuideCommand(cli, dialect, all)),
      true,
    ),
    skills: skillsGroup(cli, all, inspectable),
    job: jobGroup(cli, outlivesCalls),
  })
}

/** Lists the builtins about what a tool keeps; descriptions leave out those with nothing to say. */
function keepingBuiltins(cli: Cli): Members {
  const places = () => import('./cleanup-status.ts')
  const changes = () => import('./changelog.ts')
  const all: Members = {
    cleanup: lazy('Deletes caches, logs and temporary files of the tool', places, (its) =>
      its.cleanupCommand(cli),
    ),
    status: lazy('Shows what the tool keeps, and where', places, (its) => its.statusCommand(cli)),
    changelog: lazy('Lists what changed in the answers, by version', changes, (its) =>
      its.changelogCommand(cli),
    ),
  }
  const isIdle = idleBuiltins(cli)
  return Object.fromEntries(
    Object.entries(all).map(([name, member]) => [name, { ...member, hidden: isIdle[name] }]),
  ) as Members
}

/** Makes the `skills` group. It is for people who set up agents, so listings for agents leave it out. */
function skillsGroup(cli: Cli, all: () => Members, writesFile: boolean): Group {
  const load = () => import('./skills.ts')
  const file = lazy('Writes the AGENTS.md that the tool ships with', load, (its) =>
    its.agentsFileCommand(cli, all),
  )
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
      ...(writesFile && { 'agents-file': file }),
    },
  })
}

/** Makes the `job` group, for background jobs of all commands and, where it `outlives` its call, for their work. */
function jobGroup(cli: Cli, outlives: boolean): Group {
  const load = () => import('./job.ts')
  const stops = outlives ? 'Stops a job and discards its checkpoint' : 'Stops a job'
  const wait = lazy('Waits for a job and returns its answer', load, (its) => its.waitCommand(cli))
  return defineGroup({
    description: `${outlives ? 'Waits for, shows' : 'Shows'} and stops background jobs`,
    commands: {
      ...(outlives && { wait }),
      status: lazy('Shows the status of a job', load, (its) => its.statusCommand(cli, outlives)),
      cancel: lazy(stops, load, (its) => its.cancelCommand(cli, outlives)),
    },
  })
}
