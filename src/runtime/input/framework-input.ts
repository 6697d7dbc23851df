import { suretyError } from '../../contract/index.ts'
import type { AuthDeclaration } from '../declare/command-declaration.ts'
import type { Command } from '../declare/command.ts'
import type { PageRequest } from '../handler/context.ts'
import { bindingOf, readCursor } from '../result/paging/cursor.ts'
import { parseFields } from '../result/paging/fields.ts'

import { inputFailure } from '../run/errors/input-error.ts'
import type { CursorState, LineReader, ParsedInput } from '../run/parsed-input.ts'
import { commandName, type Run, warnWithCode } from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000

/** Applies the framework's flags to the run and loads the page, token and stdin if needed. */
export async function readFrameworkInput(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<ParsedInput> {
  const { declaration } = command
  const { flags } = checked
  if (flags['debug'] === true) run.isDebug = true
  if (run.output.rules.outputIsFile && typeof flags['output'] === 'string')
    run.answer.file = flags['output']
  if (typeof flags['timeout'] === 'number') run.limit.change(flags['timeout'])
  const live = declaration.safeDefault ? 'live' : declaration.confirmFlag
  const isLive =
    !live || [flags, checked.options, checked.globals].some((given) => given[live] === true)
  run.isDryRun = flags['dryRun'] === true || !isLive
  if (live || (declaration.dryRun && run.isDryRun)) run.meta['dry_run'] = run.isDryRun
  if (live && !run.isDryRun) run.meta['confirmed'] = true
  return toInput(run, checked, await fetchFacts(run, command, checked))
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

interface RequestedFacts {
  readonly page: PageRequest
  readonly from: CursorState | null
  readonly token: string | null
  readonly stdin: string | null
  readonly reader?: LineReader
}

async function fetchFacts(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<RequestedFacts> {
  checkFields(run, checked)
  checkTokenOffset(run, command, checked)
  const from = readCursorFlag(run, checked)
  const token = await readToken(run, command, checked)
  return {
    page: { limit: limitOf(run, command, checked), position: from?.position ?? null },
    from,
    token,
    ...(await readStdin(run, command, checked)),
  }
}

async function readStdin(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<Pick<RequestedFacts, 'stdin' | 'reader'>> {
  const { stdin } = command.declaration
  if (!stdin) return { stdin: null }
  const mode = typeof stdin === 'object' ? stdin.mode : stdin
  if (mode !== 'lines' && mode !== 'records')
    return { stdin: await (await import('./piped-input.ts')).readPiped(run, command, checked) }
  const { openLines } = await import('./line-input.ts')
  return { stdin: null, reader: await openLines(run, command, checked) }
}

function checkFields(run: Run, checked: CheckedInput): void {
  const text = checked.flags['fields']
  if (typeof text !== 'string') return
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
}

/** A later window runs the command again, so only commands that change nothing have one. */
function checkTokenOffset(run: Run, { declaration }: Command, { flags }: CheckedInput): void {
  if (declaration.danger === 'safe' || Number(flags['tokenOffset'] ?? 0) === 0) return
  const message = '--token-offset would run a command again that can change something.'
  throw inputFailure(run, [{ param: '--token-offset', code: 'INVALID_VALUE', message }])
}

function readCursorFlag(run: Run, checked: CheckedInput): CursorState | null {
  const text = checked.flags['cursor']
  if (typeof text !== 'string') return null
  const read = readCursor(text, bindingOf(run, checked), run.world.now().getTime())
  if (read.ok) return read.state
  throw inputFailure(run, [read.problem])
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
  const token = auth ? findToken(run, auth, checked) : null
  if (activeScopes) warnAboutExtraScopes(run, command, (await activeScopes(run.world.env)) ?? [])
  return token
}

/**
 * Finds the token of a command with `auth`. Throws if no variable holds one, unless the command can sign
 * in by itself: `headless` says that it can, and whether that takes a terminal.
 */
function findToken(run: Run, auth: AuthDeclaration, checked: CheckedInput): string | null {
  const { world } = run
  const { headless: worksHeadless, tokenEnv = [] } = auth
  const named = checked.flags['tokenEnvVar']
  const variables = typeof named === 'string' ? [named] : tokenEnv
  for (const name of variables) {
    const value = world.env[name]
    if (!value) continue
    run.redactor.learn(value)
    return value
  }
  const names = variables.join(' or ')
  const isHeadless = checked.flags['headless'] === true || !world.isStdinTty
  const signsIn = worksHeadless !== undefined
  if (signsIn && (!isHeadless || (worksHeadless && typeof named !== 'string'))) return null
  const message = signsIn
    ? `Signing in needs a terminal or a token in ${names}.`
    : `'${commandName(run)}' needs a token in ${names}.`
  throw suretyError(signsIn ? 'NO_TTY' : 'TOKEN_MISSING', message, {
    phase: 'validation',
    retryable: false,
    suggestion: `Set ${names} to a token and run the command again.`,
    fix_required: `Set ${names}.`,
    details: {
      auth_methods: variables.map((name) => ({
        type: 'env_var',
        name,
        hint: `export ${name}=<token>`,
      })),
    },
  })
}

function warnAboutExtraScopes(run: Run, command: Command, active: readonly string[]): void {
  const { scopes = [] } = command.declaration
  const extra = active.filter((scope) => !scopes.includes(scope))
  if (active.length === 0 || extra.length === 0 || scopes.some((scope) => !active.includes(scope)))
    return
  const needed = scopes.length === 0 ? 'no scopes' : scopes.join(', ')
  const message = `The credential has more scopes than '${commandName(run)}' needs: ${needed} would be enough.`
  const context = { command: commandName(run), excess_scopes: extra, required_scopes: scopes }
  warnWithCode(run, 'CREDENTIAL_OVER_PRIVILEGED', message, context)
}
