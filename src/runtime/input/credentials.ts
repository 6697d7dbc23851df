import { suretyError } from '../../contract/index.ts'
import type { AuthDeclaration } from '../declare/command-declaration.ts'
import type { Command } from '../declare/command.ts'
import { commandName, type Run } from '../run/run-state.ts'
import type { CheckedInput } from './read-input.ts'

/** Finds the token of an authenticating command, or says which variables would help. */
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
  const isHeadless = checked.flags['headless'] === true || !world.isStdinTty
  if (!isHeadless || (worksHeadless && typeof named !== 'string')) return null
  const names = variables.join(' or ')
  throw suretyError('NO_TTY', `Signing in needs a terminal, or a token in ${names}.`, {
    phase: 'validation',
    retryable: false,
    suggestion: `Set ${names} to a token and call again.`,
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

/** Warns where the credential may do more than the command needs. */
export function warnOfSurplusScopes(run: Run, command: Command, active: readonly string[]): void {
  const { scopes = [] } = command.declaration
  const surplus = active.filter((scope) => !scopes.includes(scope))
  if (
    active.length === 0 ||
    surplus.length === 0 ||
    scopes.some((scope) => !active.includes(scope))
  )
    return
  const enough = scopes.length === 0 ? 'no scopes' : scopes.join(', ')
  run.warnings.push(
    `The credential holds more than '${commandName(run)}' needs: ${enough} would be enough.`,
  )
}
