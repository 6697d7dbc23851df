import type { Command } from '../declare/command.ts'
import type { Run } from '../run/run-state.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import type { CheckedInput } from './read-input.ts'
import type { RequestedFacts } from './requested-facts.ts'

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000

/** Applies the framework's flags to the run and loads the page, token and stdin if needed. */
export function readFrameworkInput(
  run: Run,
  command: Command,
  checked: CheckedInput,
): ParsedInput | Promise<ParsedInput> {
  const { declaration } = command
  const { flags } = checked
  if (flags['debug'] === true) run.isDebug = true
  if (run.output.isCurrent && typeof flags['output'] === 'string')
    run.answer.writeTo(flags['output'])
  if (typeof flags['timeout'] === 'number') run.limit.change(flags['timeout'])
  const live = declaration.safeDefault ? 'live' : declaration.confirmFlag
  const isLive =
    !live || [flags, checked.options, checked.globals].some((given) => given[live] === true)
  run.isDryRun = flags['dryRun'] === true || !isLive
  if (live || (declaration.dryRun && run.isDryRun)) run.meta['dry_run'] = run.isDryRun
  if (live && !run.isDryRun) run.meta['confirmed'] = true
  const hasMoreToFetch =
    declaration.list ||
    declaration.auth ||
    declaration.stdin ||
    run.cli.declaration.activeScopes ||
    flags['cursor'] !== undefined ||
    flags['fields'] !== undefined ||
    flags['tokenOffset'] !== undefined
  if (!hasMoreToFetch) return toInput(run, checked, NOTHING_FETCHED)
  return import('./requested-facts.ts')
    .then(({ fetchFacts }) => fetchFacts(run, command, checked))
    .then((facts) => toInput(run, checked, facts))
}

const NOTHING_FETCHED: RequestedFacts = {
  page: { limit: 0, position: null },
  from: null,
  token: null,
  stdin: null,
}

function toInput(run: Run, checked: CheckedInput, facts: RequestedFacts): ParsedInput {
  const { flags } = checked
  return {
    args: checked.args,
    options: checked.options,
    env: checked.env,
    globals: checked.globals,
    flags,
    framework: {
      isDryRun: run.isDryRun,
      isConfirmed: flags['confirmDestructive'] === true || flags['live'] === true,
      saysYes: flags['yes'] === true,
      isInteractive: run.world.isStdinTty && flags['nonInteractive'] !== true,
      connectTimeoutMs:
        typeof flags['connectTimeout'] === 'number'
          ? flags['connectTimeout']
          : DEFAULT_CONNECT_TIMEOUT_MS,
      ...facts,
      etag: (flags['etag'] as string | undefined) ?? null,
      fields: (flags['fields'] as string | undefined) ?? null,
      isGlobal: flags['global'] === true,
      heartbeatMs: typeof flags['heartbeatMs'] === 'number' ? flags['heartbeatMs'] : 0,
    },
  }
}
