import type { Command } from '../declare/command.ts'
import type { PageRequest } from '../handler/context.ts'
import type { CursorState } from '../run/cursor-state.ts'
import type { Run } from '../run/run-state.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import type { CheckedInput } from './read-input.ts'

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
  if (typeof flags['timeout'] === 'number') run.timeoutMs = flags['timeout']
  run.isDryRun = declaration.safeDefault ? flags['live'] !== true : flags['dryRun'] === true
  if (declaration.safeDefault || (declaration.dryRun && run.isDryRun))
    run.meta['dry_run'] = run.isDryRun
  const hasMoreToFetch =
    declaration.list ||
    declaration.auth ||
    declaration.stdin ||
    run.cli.declaration.activeScopes ||
    flags['cursor'] !== undefined ||
    flags['fields'] !== undefined
  if (!hasMoreToFetch) return toInput(run, checked, NOTHING_FETCHED)
  return fetchFacts(run, command, checked).then((facts) => toInput(run, checked, facts))
}

/** Facts that only some commands need. */
interface FetchedFacts {
  readonly page: PageRequest
  readonly from: CursorState | null
  readonly token: string | null
  readonly stdin: string | null
}

const NOTHING_FETCHED: FetchedFacts = Object.freeze({
  page: Object.freeze({ limit: 0, position: null }),
  from: null,
  token: null,
  stdin: null,
})

function toInput(run: Run, checked: CheckedInput, facts: FetchedFacts): ParsedInput {
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

async function fetchFacts(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<FetchedFacts> {
  const { declaration } = command
  await checkFields(run, checked)
  const from = await readCursorFlag(run, checked)
  const token = await readToken(run, command, checked)
  return {
    page: { limit: limitOf(run, command, checked), position: from?.position ?? null },
    from,
    token,
    stdin: declaration.stdin
      ? await (await import('./piped-input.ts')).readPiped(run, command, checked)
      : null,
  }
}

/** Checks `--fields` before the command runs. */
async function checkFields(run: Run, checked: CheckedInput): Promise<void> {
  const text = checked.flags['fields']
  if (typeof text !== 'string') return
  const { parseFields } = await import('../result/paging/fields.ts')
  const fields = parseFields(text)
  if (!fields.ok) throw (await import('../run/input-error.ts')).inputFailure(run, [fields.problem])
}

async function readCursorFlag(run: Run, checked: CheckedInput): Promise<CursorState | null> {
  const text = checked.flags['cursor']
  if (typeof text !== 'string') return null
  const { readCursor } = await import('../result/paging/cursor.ts')
  const { bindingOf } = await import('../result/paging/cursor-binding.ts')
  const read = readCursor(text, bindingOf(run, checked), run.world.now().getTime())
  if (read.ok) return read.state
  throw (await import('../run/input-error.ts')).inputFailure(run, [read.problem])
}

function limitOf(run: Run, command: Command, checked: CheckedInput): number {
  const limit = Number(checked.flags['limit'] ?? 0)
  const { list } = command.declaration
  const max = typeof list === 'object' ? list.maxLimit : undefined
  if (max === undefined || (limit > 0 && limit <= max)) return limit
  if (limit > max) run.warnings.push(`--limit was reduced to ${max}, its maximum.`)
  return max
}

async function readToken(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<string | null> {
  const { auth } = command.declaration
  const { activeScopes } = run.cli.declaration
  if (!auth && !activeScopes) return null
  const { findToken, warnAboutExtraScopes } = await import('./credentials.ts')
  const token = auth ? findToken(run, auth, checked) : null
  if (activeScopes) warnAboutExtraScopes(run, command, await activeScopes(run.world.env))
  return token
}
