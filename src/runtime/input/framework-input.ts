import { resolve } from 'node:path'

import { suretyError } from '../../contract/index.ts'
import type { AuthDeclaration } from '../declare/types/command-parts.ts'
import type { Command } from '../declare/command.ts'
import type { ParsedInput } from '../run/parsed-input.ts'
import {
  addMeta,
  commandName,
  learnSecret,
  warn,
  warnWithCode,
  type Run,
} from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'

/** A call inside another program may be in another folder than that. */
function placeOf({ world }: Run, file: string): string {
  return world.direct ? file : resolve(world.cwd, file)
}

/** Applies the framework's flags to the run and loads the page, token and stdin if needed. */
export async function readFrameworkInput(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<ParsedInput> {
  const { declaration } = command
  const { args, options, env, globals, flags } = checked
  if (flags.timeout !== undefined) run.limit.change(flags.timeout)
  const live = declaration.safeDefault ? 'live' : declaration.confirmFlag
  const isLive = !live || [flags, options, globals].some((given) => given[live] === true)
  const isDryRun = flags.dryRun === true || !isLive
  const file = flags.output === undefined ? null : placeOf(run, flags.output)
  run.input = { ...checked, isDryRun, file }
  if (live || (declaration.dryRun && isDryRun)) addMeta(run, { dry_run: isDryRun })
  if (live && !isDryRun) addMeta(run, { confirmed: true })
  const { fields, tokenOffset, cursor } = flags
  const isPart = (fields ?? tokenOffset ?? cursor) !== undefined
  const from = isPart
    ? (await import('./part-flags.ts')).readPartFlags(run, command, checked)
    : null
  const token = await readToken(run, command, checked)
  const page = { limit: limitOf(run, command, checked), position: from?.position ?? null }
  const piped = await readStdin(run, command, checked)
  return { args, options, env, globals, flags, page, from, token, ...piped }
}

async function readStdin(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<Pick<ParsedInput, 'stdin' | 'noStdin' | 'reader'>> {
  const { stdin } = command.declaration
  if (!stdin) return { stdin: null }
  const mode = typeof stdin === 'object' ? stdin.mode : stdin
  if (mode !== 'lines' && mode !== 'records')
    return (await import('./piped-input.ts')).readPiped(run, command, checked)
  const { openLines } = await import('./line-input.ts')
  return { stdin: null, reader: await openLines(run, command, checked) }
}

function limitOf(run: Run, { declaration: { list } }: Command, { flags }: CheckedInput): number {
  const { limit = 0 } = flags
  const max = typeof list === 'object' ? list.maxLimit : undefined
  if (max === undefined || (limit > 0 && limit <= max)) return limit
  if (limit > max) warn(run, `--limit was reduced to ${max}, its maximum.`)
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

/** Finds the token of a command with `auth`; one that signs in by itself, as `headless` says, may do without. */
function findToken(
  run: Run,
  { headless: worksHeadless, tokenEnv = [] }: AuthDeclaration,
  { flags: { tokenEnvVar: named, headless } }: CheckedInput,
): string | null {
  const { world } = run
  const variables = named === undefined ? tokenEnv : [named]
  const token = variables.map((name) => world.env[name]).find(Boolean)
  if (token) {
    learnSecret(run, token)
    return token
  }
  const names = variables.join(' or ')
  const isHeadless = headless || !world.isStdinTty
  const signsIn = worksHeadless !== undefined
  if (signsIn && (!isHeadless || (worksHeadless && named === undefined))) return null
  const message = signsIn
    ? `Signing in needs a terminal or a token in ${names}.`
    : `'${commandName(run)}' needs a token in ${names}.`
  const hintOf = (name: string) => ({ type: 'env_var', name, hint: `export ${name}=<token>` })
  throw suretyError(signsIn ? 'NO_TTY' : 'TOKEN_MISSING', message, {
    suggestion: `Set ${names} to a token and run the command again.`,
    fix_required: `Set ${names}.`,
    details: { auth_methods: variables.map(hintOf) },
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
