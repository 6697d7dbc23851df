import { suretyError } from '../../contract/index.ts'
import type { AuthDeclaration } from '../declare/types/command-parts.ts'
import { commandName, learnSecret, type Run } from '../run/run-state.ts'

/** Finds the token of a command with `auth`; one that signs in by itself, as `headless` says, may do without. */
export function readToken(run: Run, { headless, tokenEnv = [] }: AuthDeclaration): string | null {
  const { world } = run
  const token = tokenEnv.map((name) => world.env[name]).find(Boolean)
  if (token) {
    learnSecret(run, token)
    return token
  }
  const names = tokenEnv.join(' or ')
  const signsIn = headless !== undefined
  if (signsIn && (headless || world.isStdinTty)) return null
  const message = signsIn
    ? `Signing in needs a terminal or a token in ${names}.`
    : `'${commandName(run)}' needs a token in ${names}.`
  const hintOf = (name: string) => ({ type: 'env_var', name, hint: `export ${name}=<token>` })
  throw suretyError(signsIn ? 'NO_TTY' : 'TOKEN_MISSING', message, {
    suggestion: `Set ${names} to a token and run the command again.`,
    fix_required: `Set ${names}.`,
    details: { auth_methods: tokenEnv.map(hintOf) },
  })
}
