import { suretyError } from '../../contract/index.ts'
import type { AuthDeclaration } from '../declare/command-declaration.ts'
import type { Command } from '../declare/command.ts'
import { commandName, type Run } from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'

/**
 * Finds the token of a command with `auth`. Throws if no variable holds one, unless the command can sign
 * in by itself: `headless` says that it can, and whether that takes a terminal.
 */
export function findToken(run: Run, auth: AuthDeclaration, checked: CheckedInput): string | null {
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

/** Warns if the credential has more scopes than the command needs. */
export function warnAboutExtraScopes(run: Run, command: Command, active: readonly string[]): void {
  const { scopes = [] } = command.declaration
  const extra = active.filter((scope) => !scopes.includes(scope))
  if (active.length === 0 || extra.length === 0 || scopes.some((scope) => !active.includes(scope)))
    return
  const needed = scopes.length === 0 ? 'no scopes' : scopes.join(', ')
  const message = `The credential has more scopes than '${commandName(run)}' needs: ${needed} would be enough.`
  const text = run.output.rules.codesWarnings ? `CREDENTIAL_OVER_PRIVILEGED: ${message}` : message
  run.warnings.push(text)
  const context = { command: commandName(run), excess_scopes: extra, required_scopes: scopes }
  run.notes.warningContexts.set(text, context)
}
