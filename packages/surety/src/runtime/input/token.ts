import { suretyError } from '../../contract/index.ts'
import type { AuthDeclaration } from '../declare/types/command-parts.ts'
import type { Command } from '../declare/command.ts'
import { commandName, learnSecret, warnWithCode, type Run } from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'

/** Finds the token of a call, and warns if it may do more than the call needs. */
export async function readToken(
  run: Run,
  command: Command,
  checked: CheckedInput,
): Promise<string | null> {
  const { auth } = command.declaration
  const { activeScopes } = run.cli.declaration
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
