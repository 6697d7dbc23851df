import type { Cli } from '../../declare/cli.ts'
import type { CommandDeclaration } from '../../declare/command-declaration.ts'
import {
  defineGroup,
  factsOf,
  groupOf,
  type Group,
  type Members,
} from '../../declare/groups/group.ts'
import { rulesOf } from '../../declare/generation-rules.ts'

const known = new WeakMap<Cli, Map<string, Members>>()

/**
 * Lists the builtin commands of a tool, which are loaded when they are called. An author's command with
 * the same name replaces a builtin. Builtins that list exits use the numbers of the dialect.
 */
export function builtinsOf(cli: Cli, dialect: string): Members {
  const byDialect = known.get(cli) ?? new Map<string, Members>()
  known.set(cli, byDialect)
  const made = byDialect.get(dialect) ?? makeBuiltins(cli, dialect)
  byDialect.set(dialect, made)
  return made
}

/**
 * Lists the names of the builtins that can do something: `job` needs a command with a job, and
 * `check-permissions` one with scopes. Only commands that are loaded count.
 */
export function usefulBuiltins(cli: Cli, builtins: Members): readonly string[] {
  const isIdle = idleBuiltins(cli)
  return Object.keys(builtins).filter(
    (name) => !Object.hasOwn(cli.declaration.commands, name) && !isIdle[name],
  )
}

function idleBuiltins({ declaration }: Cli): Readonly<Record<string, boolean>> {
  const loaded = loadedIn(declaration.commands)
  return {
    job: !loaded.some(({ job }) => job),
    doctor: !declaration.doctor && !loaded.some(({ requiredTools }) => requiredTools),
    cleanup: !loaded.some(({ writes }) => writes),
    status: !loaded.some(({ writes }) => writes),
    changelog: !declaration.changelog,
    'audit-log': !declaration.auditLog,
    'check-permissions': !loaded.some(({ scopes = [] }) => scopes.length > 0),
  }
}

function loadedIn(members: Members): readonly Partial<CommandDeclaration>[] {
  return Object.values(members).flatMap((member) => {
    const group = groupOf(member)
    return group ? loadedIn(group.commands) : [factsOf(member)]
  })
}

function makeBuiltins(cli: Cli, dialect: string): Members {
  const all = (): Members => builtinsOf(cli, dialect)
  const { init } = cli.declaration
  return Object.freeze({
    help: {
      description: 'Shows how a command is used',
      load: async () => (await import('./help.ts')).helpCommand,
    },
    version: {
      description: 'Shows the version',
      load: async () => (await import('./help.ts')).versionCommand(cli),
    },
    manifest: {
      description: 'Describes every command as data',
      load: async () => (await import('./manifest.ts')).manifestCommand(cli, dialect, all),
    },
    schema: {
      description: 'Lists every result type and error code',
      load: async () => (await import('./schema.ts')).schemaCommand(cli, dialect, all),
    },
    completion: {
      description: 'Writes a completion script',
      load: async () => (await import('./completion.ts')).completionCommand(cli),
    },
    __complete: {
      description: 'Lists what fits in place of the last word',
      hidden: true,
      load: async () => (await import('./completion.ts')).completeCommand(cli, all),
    },
    'check-permissions': {
      description: 'Compares the scopes in use with those that commands need',
      load: async () =>
        (await import('./check-permissions.ts')).checkPermissionsCommand(cli, dialect),
    },
    ...(rulesOf(dialect).inspectable && {
      doctor: {
        description: 'Checks everything that the tool needs',
        load: async () => (await import('./doctor.ts')).doctorCommand(cli),
      },
      ...(init && {
        init: {
          description: 'Sets the tool up',
          load: async () => (await import('./init.ts')).initCommand(init),
        },
      }),
      ...keepingBuiltins(cli),
    }),
    exec: {
      description: 'Runs many calls from standard input in one process',
      load: async () => (await import('./exec.ts')).execCommand(cli, all),
    },
    'agent-guide': {
      description: 'Tells agents how to use the tool',
      // Listings for agents leave it out: `--llms` names it.
      hidden: true,
      load: async () => (await import('./agent-guide.ts')).agentGuideCommand(cli, dialect, all),
    },
    skills: skillsGroup(cli, all, rulesOf(dialect).inspectable),
    job: jobGroup(cli, rulesOf(dialect).outlivesCalls),
  })
}

/** Lists the builtins about what a tool keeps; descriptions leave out those with nothing to say. */
function keepingBuiltins(cli: Cli): Members {
  const isIdle = idleBuiltins(cli)
  const places = () => import('./cleanup-status.ts')
  const all: Members = {
    cleanup: {
      description: 'Deletes caches, logs and temporary files of the tool',
      load: async () => (await places()).cleanupCommand(cli),
    },
    status: {
      description: 'Shows what the tool keeps, and where',
      load: async () => (await places()).statusCommand(cli),
    },
    changelog: {
      description: 'Lists what changed in the answers, by version',
      load: async () => (await import('./changelog.ts')).changelogCommand(cli),
    },
    'audit-log': {
      description: 'Lists earlier calls from the audit log',
      load: async () => (await import('./audit-log.ts')).auditLogCommand(cli),
    },
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, member]) => [
      name,
      { ...member, hidden: isIdle[name] === true },
    ]),
  )
}

/** Makes the `skills` group. It is for people who set up agents, so listings for agents leave it out. */
function skillsGroup(cli: Cli, all: () => Members, writesFile: boolean): Group {
  const load = () => import('./skills.ts')
  const file = {
    description: 'Writes the AGENTS.md that the tool ships with',
    load: async () => (await load()).agentsFileCommand(cli, all),
  }
  return defineGroup({
    description: 'Writes skills and AGENTS.md for agents',
    hidden: true,
    commands: {
      generate: {
        description: 'Shows the skills, one for each group',
        load: async () => (await load()).skillsGenerateCommand(cli, all),
      },
      install: {
        description: 'Writes the skills into a folder',
        load: async () => (await load()).skillsInstallCommand(cli, all),
      },
      check: {
        description: 'Fails if the skills in a folder are out of date',
        load: async () => (await load()).skillsCheckCommand(cli, all),
      },
      section: {
        description: 'Writes the section of the tool in AGENTS.md',
        load: async () => (await load()).skillsSectionCommand(cli, all),
      },
      ...(writesFile && { 'agents-file': file }),
    },
  })
}

/** Makes the `job` group, for background jobs of all commands and, where it `outlives` its call, for their work. */
function jobGroup(cli: Cli, outlives: boolean): Group {
  const load = () => import('./job.ts')
  const wait = {
    description: 'Waits for a job and returns its answer',
    load: async () => (await load()).jobWaitCommand(cli),
  }
  return defineGroup({
    description: `${outlives ? 'Waits for, shows' : 'Shows'} and stops background jobs`,
    commands: {
      ...(outlives && { wait }),
      status: {
        description: 'Shows the status of a job',
        load: async () => (await load()).jobStatusCommand(cli, outlives),
      },
      cancel: {
        description: outlives ? 'Stops a job and discards its checkpoint' : 'Stops a job',
        load: async () => (await load()).jobCancelCommand(cli, outlives),
      },
    },
  })
}
