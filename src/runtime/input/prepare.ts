import type { Command } from '../declare/command.ts'
import type { ParsedInput } from './parsed-input.ts'
import type { MoreFacts } from './prepare-more.ts'
import type { CheckedInput } from './read-input.ts'
import type { Run } from '../run/run-state.ts'

const NO_PAGE = Object.freeze({ limit: 0, position: null })

/** Turns the framework's own flags into facts about the call, and asks for what they stand for. */
export function prepare(
  run: Run,
  command: Command,
  checked: CheckedInput,
): ParsedInput | Promise<ParsedInput> {
  const { declaration } = command
  const { flags } = checked
  if (flags['debug'] === true) run.isDebug = true
  if (typeof flags['timeout'] === 'number') run.timeoutMs = flags['timeout']
  run.isDryRun = declaration.safeDefault ? flags['live'] !== true : flags['dryRun'] === true
  if (declaration.safeDefault || (declaration.dryRun && run.isDryRun))
    run.meta['dry_run'] = run.isDryRun
  const needsMore =
    declaration.list ||
    declaration.auth ||
    declaration.stdin ||
    run.cli.declaration.activeScopes ||
    flags['cursor'] !== undefined ||
    flags['fields'] !== undefined
  return needsMore ? withMore(run, command, checked) : toInput(run, checked, null)
}

async function withMore(run: Run, command: Command, checked: CheckedInput): Promise<ParsedInput> {
  const { prepareMore } = await import('./prepare-more.ts')
  return toInput(run, checked, await prepareMore(run, command, checked))
}

function toInput(run: Run, checked: CheckedInput, more: MoreFacts | null): ParsedInput {
  const { flags } = checked
  const saysYes = flags['yes'] === true
  return {
    args: checked.args,
    options: checked.options,
    env: checked.env,
    globals: checked.globals,
    flags,
    framework: {
      isDryRun: run.isDryRun,
      isConfirmed: flags['confirmDestructive'] === true || flags['live'] === true,
      saysYes,
      isInteractive: run.world.isStdinTty && flags['nonInteractive'] !== true,
      connectTimeoutMs:
        typeof flags['connectTimeout'] === 'number' ? flags['connectTimeout'] : 10_000,
      page: more?.page ?? NO_PAGE,
      from: more?.from ?? null,
      etag: (flags['etag'] as string | undefined) ?? null,
      token: more?.token ?? null,
      stdin: more?.stdin ?? null,
      fields: (flags['fields'] as string | undefined) ?? null,
      isGlobal: flags['global'] === true,
      heartbeatMs: typeof flags['heartbeatMs'] === 'number' ? flags['heartbeatMs'] : 0,
    },
  }
}
