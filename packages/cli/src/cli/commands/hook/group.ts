import { programFile } from '@surety/internal/process/program-file.ts'
import { defineCommand, defineGroup } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { examples, flag, lasting, problemIf } from '../../input/option-kinds.ts'
import { readInput, readLines } from '../../input/read-input.ts'
import { CLIENT_NAMES, CLIENTS, type ClientName } from './clients.ts'
import { changeSettings, readSettings, settingsFile, type Scope } from './settings-file.ts'
import { hasHook, hookLine, withHook, withoutHook } from './settings-hooks.ts'

const args = { client: s.enum(CLIENT_NAMES).describe('Client that runs the hook') }
const UNCHANGEABLE = 'The file cannot be read or changed; it was left as it is'
const changing = {
  danger: 'mutating',
  args,
  options: { user: flag('Uses your own settings instead of those of the project') },
  errors: { BROKEN_SETTINGS: lasting('PRECONDITION', UNCHANGEABLE) },
} as const

interface ChangeContext {
  readonly args: { readonly client: ClientName }
  readonly options: { readonly user: boolean; readonly tool?: boolean }
  readonly processEnv: NodeJS.ProcessEnv
  readonly isDryRun: boolean
  readonly warn: (text: string) => void
  readonly fail: (code: 'BROKEN_SETTINGS', message: string, facts: { target: string }) => never
}

type Edit = (client: ClientName, text: string | null) => string | null

/** Changes a file of a client; a preview only finds out how. */
async function change(
  { args: { client }, options, processEnv, ...ctx }: ChangeContext,
  edit: Edit,
) {
  const file = settingsFile(client, options.user ? 'user' : 'project', processEnv)
  try {
    if (!ctx.isDryRun) {
      const { before, after } = await changeSettings(file, (text) => edit(client, text))
      const verb = verbOf(before, after)
      return { effect: verb === 'noop' ? verb : `${verb}d`, file }
    }
    const before = await readSettings(file)
    const verb = verbOf(before, edit(client, before))
    const files = verb === 'noop' ? [] : [file]
    return { effect: `would_${verb === 'noop' ? 'update' : verb}`, would_affect: { files } }
  } catch (error) {
    return ctx.fail('BROKEN_SETTINGS', `${file}: ${(error as Error).message}.`, { target: file })
  }
}

function verbOf(before: string | null, after: string | null) {
  if (before === after) return 'noop'
  return before === null ? 'create' : after === null ? 'delete' : 'update'
}

async function runInstall(ctx: ChangeContext) {
  const { client } = ctx.args
  if (!findsSurety(ctx.processEnv))
    ctx.warn('The PATH of this shell has no surety; the hook does nothing where it is missing.')
  const { tool = false } = ctx.options
  const done = await change(ctx, (of, text) => withHook(of, text, tool))
  const line = hookLine(client)
  const wrote = tool ? 'a tool' : line === null ? 'a plugin' : { command: line }
  const { trust, register } = CLIENTS[client]
  return { ...done, wrote, trust, ...(tool && { register }) }
}

const runUninstall = (ctx: ChangeContext) =>
  change(ctx, (client, text) => (text === null ? null : withoutHook(client, text)))

const install = defineCommand({
  ...changing,
  options: {
    ...changing.options,
    tool: flag('Has the client ask a server of MCP, without a process for each command'),
  },
  validate: ({ args: { client }, options: { tool } }) =>
    problemIf(
      tool && CLIENTS[client].register === undefined,
      '--tool',
      'INVALID_VALUE',
      'Only Claude Code has hooks that call a tool.',
    ),
  description: 'Writes the hook into the settings of a client',
  exitCodes: { SUCCESS: 'The hook is in the file', PRECONDITION: UNCHANGEABLE },
  examples: examples({
    'Install it for this project': 'surety hook install claude-code',
    'Install it for all your projects': 'surety hook install codex --user',
  }),
  type: 'hook_installed',
  dryRun: runInstall,
  run: runInstall,
})

const uninstall = defineCommand({
  ...changing,
  description: 'Removes the hook from the settings of a client',
  exitCodes: { SUCCESS: 'The hook was removed, or was not there', PRECONDITION: UNCHANGEABLE },
  examples: examples({ 'Remove it from this project': 'surety hook uninstall claude-code' }),
  type: 'hook_uninstalled',
  dryRun: runUninstall,
  run: runUninstall,
})

const status = defineCommand({
  description: 'Shows where the hook is installed',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The clients are listed' },
  examples: examples({ 'Show all clients': 'surety hook status' }),
  type: 'hook_status',
  run: async ({ processEnv }) => {
    const found = CLIENT_NAMES.flatMap((client) =>
      (['project', 'user'] as const).map((scope) => look(client, scope, processEnv)),
    )
    const settings = (await Promise.all(found)).filter((entry) => entry !== null)
    // A client starts the hook by its name.
    return { surety_on_path: findsSurety(processEnv), settings }
  },
})

async function look(client: ClientName, scope: Scope, env: NodeJS.ProcessEnv) {
  const file = settingsFile(client, scope, env)
  const seen = { client, scope, file }
  try {
    const text = await readSettings(file)
    return text !== null && hasHook(client, text) ? { ...seen, is_installed: true } : null
  } catch (error) {
    return { ...seen, is_installed: false, problem: (error as Error).message }
  }
}

function findsSurety({ PATH: path = '' }: NodeJS.ProcessEnv): boolean {
  return programFile('surety', { cwd: '.', path }) !== undefined
}

const note = defineCommand({
  description: 'The hook itself: clients call it after each command; it tells what would be missed',
  danger: 'safe',
  mcp: false,
  exitCodes: { SUCCESS: 'The message is answered; most often there is nothing to say' },
  args,
  options: { serve: flag('Serves it over MCP, for hooks that call a tool') },
  examples: examples({
    'Call it as a client does': `echo '{"tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":""}' | surety hook note codex`,
  }),
  filter: { protocol: 'agent-hook' },
  // A call with these words alone ends before the framework loads: see surety.ts.
  run: async function* (ctx) {
    if (ctx.options.serve) {
      const { answerLine } = await import('../mcp/note-server.ts')
      for await (const { text } of readLines(readInput('-', ctx)))
        yield Buffer.from(await answerLine(text))
      return
    }
    const { runNote } = await import('./run-note.ts')
    yield Buffer.from((await runNote(ctx.args.client)) ?? '')
  },
})

export const group = defineGroup({
  description: 'Tells agents what they would miss of the commands that they run',
  commands: { install, status, uninstall, note },
})
