import { spawnSync } from 'node:child_process'

import { readCommentedJson } from '../../../internal/json/commented-json.ts'
import { defineCommand, defineGroup } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { examples, flag, lasting } from '../../input/option-kinds.ts'
import { CLIENTS, clients, hookCommand, type ClientName } from './clients.ts'
import {
  hooksIn,
  isOurPlugin,
  readSettings,
  settingsFile,
  withHook,
  withoutHook,
  writeSettings,
  type Scope,
} from './installed.ts'
import { locksHere } from '../read/locks.ts'
import { lastTroubles } from './troubles.ts'

const clientArgs = { client: s.enum(CLIENTS).describe('The client') }
const UNCHANGEABLE = 'The file cannot be read or changed; it was left as it is'
const changing = {
  danger: 'mutating',
  errors: { BROKEN_SETTINGS: lasting('PRECONDITION', UNCHANGEABLE) },
  args: clientArgs,
  options: { user: flag('In your own settings instead of those of the project') },
} as const

interface ChangeContext {
  readonly args: { readonly client: ClientName }
  readonly options: { readonly user: boolean }
  readonly processEnv: NodeJS.ProcessEnv
  readonly isDryRun: boolean
  readonly fail: (code: 'BROKEN_SETTINGS', message: string, facts: { target: string }) => never
}

/** Changes the settings of a client; a preview only finds out how. */
async function change(ctx: ChangeContext, edit: (text: string | null) => string | null) {
  const file = settingsFile(ctx.args.client, ctx.options.user ? 'user' : 'project', ctx.processEnv)
  try {
    const before = await readSettings(file)
    const after = edit(before)
    const done =
      before === after ? 'noop' : before === null ? 'create' : after === null ? 'delete' : 'update'
    if (ctx.isDryRun) {
      const files = done === 'noop' ? [] : [file]
      return { effect: `would_${done === 'noop' ? 'update' : done}`, would_affect: { files } }
    }
    if (before !== after) await writeSettings(file, after)
    return { effect: done === 'noop' ? done : `${done}d`, file }
  } catch (error) {
    return ctx.fail('BROKEN_SETTINGS', `${file}: ${(error as Error).message}.`, { target: file })
  }
}

async function runInstall(ctx: ChangeContext) {
  const { client } = ctx.args
  const { event, entry, trust, allow } = clients[client]
  return {
    ...(await change(ctx, (text) => withHook(client, text))),
    wrote: event === null ? 'a plugin' : { at: event.join('.'), entry: entry(hookCommand(client)) },
    trust,
    allow_once: allow,
    locks: await locksHere(ctx.processEnv),
  }
}

const runUninstall = (ctx: ChangeContext) =>
  change(ctx, (text) => (text === null ? null : withoutHook(ctx.args.client, text)))

const install = defineCommand({
  ...changing,
  description: 'Writes the hook into the settings of a client',
  exitCodes: { SUCCESS: 'The hook is in the file', PRECONDITION: UNCHANGEABLE },
  examples: examples({
    'For a project': 'surety hook install claude-code',
    'For all your projects': 'surety hook install codex --user',
  }),
  type: 'hook_installed',
  dryRun: runInstall,
  run: runInstall,
})

const uninstall = defineCommand({
  ...changing,
  description: 'Takes the hook out of the settings of a client',
  exitCodes: { SUCCESS: 'The hook is not in the file', PRECONDITION: UNCHANGEABLE },
  examples: examples({ 'In a project': 'surety hook uninstall claude-code' }),
  type: 'hook_uninstalled',
  dryRun: runUninstall,
  run: runUninstall,
})

const SHOWN_TROUBLES = 5

const status = defineCommand({
  description: 'Shows where the hook is installed, and what kept it from its work',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The clients are listed' },
  examples: examples({ 'Every client': 'surety hook status' }),
  type: 'hook_status',
  run: async ({ processEnv }) => {
    const found = CLIENTS.flatMap((client) =>
      (['project', 'user'] as const).map((scope) => look(client, scope, processEnv)),
    )
    const settings = (await Promise.all(found)).filter((entry) => entry !== null)
    const hasCodex = settings.some((each) => each.client === 'codex' && each.is_installed)
    return {
      // A client starts the hook by its name.
      surety_on_path: finds(processEnv, '/bin/sh', '-c'),
      ...(hasCodex && {
        surety_in_login_shell: finds(processEnv, processEnv['SHELL'] ?? '/bin/sh', '-lc'),
      }),
      settings,
      locks: await locksHere(processEnv),
      troubles: lastTroubles(processEnv, SHOWN_TROUBLES),
    }
  },
})

async function look(client: ClientName, scope: Scope, env: NodeJS.ProcessEnv) {
  const file = settingsFile(client, scope, env)
  const seen = { client, scope, file }
  try {
    const text = await readSettings(file)
    if (text === null) return null
    if (clients[client].event === null)
      return { ...seen, is_installed: isOurPlugin(text), others: [] }
    const hooks = hooksIn(client, readCommentedJson(text || '{}').value)
    if (hooks.length === 0) return null
    // Of several hooks that rewrite a command, clients keep the change of one.
    const others = hooks.filter(({ isOurs }) => !isOurs).map(({ command }) => command)
    return { ...seen, is_installed: hooks.length > others.length, others }
  } catch (error) {
    return { ...seen, is_installed: false, others: [], problem: (error as Error).message }
  }
}

/** Tests whether a shell finds `surety`; the login shell, in which Codex runs commands, may have another PATH. */
function finds(env: NodeJS.ProcessEnv, shell: string, flags: string): boolean {
  const options = { env, stdio: 'ignore', timeout: 5000 } as const
  return spawnSync(shell, [flags, 'command -v surety'], options).status === 0
}

const answer = defineCommand({
  description: 'Is the hook: reads the message of a client and answers it',
  danger: 'safe',
  mcp: false,
  exitCodes: { SUCCESS: 'The message is answered' },
  args: clientArgs,
  examples: examples({
    'As a client calls it': `echo '{"tool_name":"Bash","tool_input":{"command":"ls"}}' | surety hook answer codex`,
  }),
  filter: 'protocol',
  protocol: 'agent-hook',
  // A call with these words alone ends before the framework loads: see main.ts.
  run: async function* ({ args }) {
    const { runHook } = await import('./run-hook.ts')
    yield Buffer.from((await runHook(args.client)) ?? '')
  },
})

export const group = defineGroup({
  description: 'Lets agents read without asking: a hook that turns known reads into surety read',
  commands: { install, status, uninstall, answer },
})
