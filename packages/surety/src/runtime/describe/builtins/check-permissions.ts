import type { JsonObject } from '../../../contract/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { loadAll, type Loaded } from '../load-commands.ts'
import { mannersIn } from '../../run/manners.ts'

export function checkPermissionsCommand(cli: Cli, dialect: string): Command {
  const { missingScopes, warning } = mannersIn(dialect)
  return defineCommand({
    description: 'Compares the scopes in use with what commands need',
    danger: 'safe',
    type: 'permissions',
    exitCodes: {
      SUCCESS: 'The scopes suffice, or data has the needs of each command',
      AUTH_REQUIRED: 'The credential lacks scopes that the command needs',
    },
    errors: { [missingScopes]: { exit: 'AUTH_REQUIRED', description: 'Scopes are missing' } },
    options: { for: s.string().optional().describe('One command, its words separated by spaces') },
    validate: async ({ options }) => {
      const commands = await loadAll(cli, {}, () => {})
      const names = commands.map(({ path }) => path.join(' '))
      if (options.for === undefined || names.includes(options.for)) return []
      const message = `There is no command '${options.for}'.`
      return [
        { param: '--for', code: 'UNKNOWN_COMMAND', message, value: options.for, allowed: names },
      ]
    },
    run: async ({ options, processEnv, warn, fail }): Promise<JsonObject> => {
      const active = (await cli.declaration.activeScopes?.(processEnv)) ?? []
      const commands = await loadAll(cli, {}, warn)
      if (options.for === undefined) {
        const rows = commands.map((loaded) => {
          const { required: required_scopes, missing, isOver } = compare(loaded, active)
          const row = { required_scopes, covered: missing.length === 0, over_privileged: isOver }
          return [loaded.path.join(' '), row] as const
        })
        return { commands: Object.fromEntries(rows) }
      }
      const loaded = commands.find(({ path }) => path.join(' ') === options.for)!
      const { required, missing, isOver, excess } = compare(loaded, active)
      const facts = { command: options.for, required_scopes: required, active_scopes: [...active] }
      const fix = `Use a credential with ${required.join(', ')}.`
      if (missing.length > 0)
        fail(missingScopes, `The credential lacks ${missing.join(', ')}.`, {
          details: { ...facts, missing_scopes: missing },
          suggestion: fix,
          fix_required: fix,
        })
      if (isOver)
        warn(
          warning(
            'CREDENTIAL_OVER_PRIVILEGED',
            `The credential holds more than '${options.for}' needs: ${required.join(', ') || 'no scopes'}.`,
          ),
          { command: options.for, excess_scopes: excess, required_scopes: required },
        )
      return { ...facts, over_privileged: isOver }
    },
  })
}

function compare({ command }: Loaded, active: readonly string[]) {
  const required = [...(command.declaration.scopes ?? [])]
  const missing = required.filter((scope) => !active.includes(scope))
  const excess = active.filter((scope) => !required.includes(scope))
  return { required, missing, isOver: missing.length === 0 && excess.length > 0, excess }
}
