import { spawnSync } from 'node:child_process'

import { readCommentedJson } from '@surety/internal/json/commented-json.ts'
import { defineCommand, defineGroup } from 'surety/unstable/runtime'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { s } from 'surety/unstable/schema'
import { examples, flag, lasting, problemIf } from '../../input/option-kinds.ts'
import {
  hasNote,
  isPlugin,
  noteCommand,
  noteFiles,
  noteTrust,
  withNote,
  withoutNote,
} from './after/note-settings.ts'
import { ALLOW, rulesFound, withoutRules, withRules } from './allow-rules.ts'
import { choicesOf, hookCommand, pluginChoices, settingsOf } from './client-settings.ts'
import {
  beginnings,
  CLIENTS,
  flagsOf,
  isClient,
  NOTED,
  type ClientName,
  type HookChoices,
  type NotedClient,
} from './clients.ts'
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

const clientArgs = { client: s.enum(CLIENTS).describe('Client that runs the hook') }
const notedArgs = { client: s.enum(NOTED).describe('Client that runs the hook') }
const UNCHANGEABLE = 'The file cannot be read or changed; it was left as it is'
const changing = {
  danger: 'mutating',
  args: notedArgs,
} as const
const user = flag('Uses your own settings instead of those of the project')
const choices = {
  all: flag('Also rewrites reads that Claude Code would run without a question'),
  network: flag('Also rewrites reads from the network, such as gh pr list'),
  short: flag('Shortens output: counts passed tests and the like; failures stay whole'),
  lines: flag('Wraps every line in surety sh instead; for clients that ask no questions'),
}

interface ChangeContext {
  readonly args: { readonly client: NotedClient }
  readonly options: { readonly user: boolean }
  readonly processEnv: NodeJS.ProcessEnv
  readonly isDryRun: boolean
  readonly fail: Fail<'BROKEN_SETTINGS'>
}

type Fail<Code> = (code: Code, message: string, facts: { target: string }) => never

interface InstallContext extends ChangeContext {
  readonly warn: (text: string) => void
  readonly fail: Fail<'BROKEN_SETTINGS' | 'NO_SAFE_RULE'>
  readonly options: HookChoices & Record<'user' | 'allow' | 'note', boolean>
}

const scopeOf = ({ options }: ChangeContext) => (options.user ? 'user' : 'project')

/** Changes a file of a client; a preview only finds out how. */
async function change(
  ctx: ChangeContext,
  files: { readonly file: string; readonly userFile: string },
  edit: (text: string | null) => string | null,
) {
  const file = settingsFile(files, scopeOf(ctx), ctx.processEnv)
  try {
    const before = await readSettings(file)
    const after = edit(before)
    const done =
      before === after ? 'noop' : before === null ? 'create' : after === null ? 'delete' : 'update'
    if (ctx.isDryRun) {
      const changed = done === 'noop' ? [] : [file]
      return {
        effect: `would_${done === 'noop' ? 'update' : done}`,
        would_affect: { files: changed },
      }
    }
    if (before !== after) await writeSettings(file, after)
    return { effect: done === 'noop' ? done : `${done}d`, file }
  } catch (error) {
    return ctx.fail('BROKEN_SETTINGS', `${file}: ${(error as Error).message}.`, { target: file })
  }
}

const MEANS_LOCAL =
  'The agent runs every command and every line that surety knows to only read inside of the folder, and you are not asked.'
const MEANS_NETWORK =
  'It also reads from the network without a question: other machines, which the agent chooses, learn what it asks for.'
const MEANS_LINES =
  'Every line with more than one part runs as surety sh -- <line>. Rules of the client that name a program by the first words of a command no longer match such a line; the hook leaves a line alone that one of them may be about. Nothing is asked or refused by this.'

/** Writes the hook after commands, which changes no command and needs no rule. */
async function installNote(ctx: InstallContext) {
  const { client } = ctx.args
  const done = await change(ctx, noteFiles(client), (text) => withNote(client, text))
  const wrote = isPlugin(client) ? 'a plugin' : { command: noteCommand(client) }
  return { ...done, wrote, trust: noteTrust(client) }
}

/** Warns where the client would not find `surety`. */
function warnOfPath({ args, options, processEnv: env, warn }: InstallContext): void {
  if (!finds(env, '/bin/sh', '-c'))
    return warn('The PATH of this shell has no surety; the hook does nothing where it is missing.')
  const isLogin = args.client === 'codex' && !options.note
  if (isLogin && !finds(env, env['SHELL'] ?? '/bin/sh', '-lc'))
    warn(
      'Codex runs commands in a login shell, whose PATH has no surety: rewritten commands would fail there. Add its folder to the PATH in your profile first.',
    )
}

async function runInstall(ctx: InstallContext) {
  warnOfPath(ctx)
  const { client } = ctx.args
  if (ctx.options.note || !isClient(client)) return installNote(ctx)
  const { event, entry, trust } = settingsOf[client]
  const { lines } = ctx.options
  const command = hookCommand(client, ctx.options)
  const allow = lines ? { means: MEANS_LINES } : await allowed(ctx, client)
  return {
    ...(await change(ctx, settingsOf[client], (text) => withHook(client, text, ctx.options))),
    wrote: event === null ? 'a plugin' : { at: event.join('.'), entry: entry(command) },
    trust,
    ...(lines ? allow : { allow }),
    locks: await locksHere(ctx.processEnv),
  }
}

/** Says which rule allows the rewritten commands and what it means, and then writes it if it shall. */
async function allowed(ctx: InstallContext, client: ClientName) {
  const { allow, network } = ctx.options
  const starts = beginnings(ctx.options)
  const rules = ALLOW[client]
  if ('why' in rules) {
    if (allow) return ctx.fail('NO_SAFE_RULE', rules.why, { target: client })
    return { why_none: rules.why }
  }
  const means = network ? `${MEANS_LOCAL} ${MEANS_NETWORK}` : MEANS_LOCAL
  const file = settingsFile(rules, scopeOf(ctx), ctx.processEnv)
  const told = { rules: starts.map(rules.rule), file, means }
  if (!allow) return { ...told, is_written: false }
  const host = hostOf(ctx as unknown as AnyContext)
  if (host.isDirect) await host.write('stderr', `surety: ${means}\n`)
  const { effect } = await change(ctx, rules, (text) => withRules(rules, text, starts))
  return { ...told, is_written: !ctx.isDryRun, effect }
}

async function runUninstall(ctx: ChangeContext) {
  const { client } = ctx.args
  const note = await change(ctx, noteFiles(client), (text) =>
    text === null ? null : withoutNote(client, text),
  )
  if (!isClient(client)) return note
  const rules = ALLOW[client]
  const without =
    'why' in rules
      ? undefined
      : await change(ctx, rules, (text) => (text === null ? null : withoutRules(rules, text)))
  const own = await change(ctx, settingsOf[client], (text) =>
    text === null ? null : withoutHook(client, text),
  )
  const { effect } = own.effect === 'noop' ? note : own
  return { ...own, effect, ...(without && { rules: without }) }
}

const install = defineCommand({
  ...changing,
  description: 'Writes the hook into the settings of a client',
  exitCodes: { SUCCESS: 'The hook is in the file', PRECONDITION: UNCHANGEABLE },
  errors: {
    BROKEN_SETTINGS: lasting('PRECONDITION', UNCHANGEABLE),
    NO_SAFE_RULE: lasting('PRECONDITION', 'No rule of the client allows reads and nothing else'),
  },
  options: {
    user,
    note: flag(
      'Installs the second hook instead: it adds a line after a command if the agent would miss something',
    ),
    allow: flag('Also writes the rule that lets rewritten commands run without a question'),
    ...choices,
  },
  validate: ({ args, options }) => [
    ...problemIf(
      options.all && args.client !== 'claude-code',
      '--all',
      'INVALID_VALUE',
      '--all is for Claude Code only; in other clients all known reads are rewritten anyway.',
    ),
    ...problemIf(
      args.client === 'pi' && !options.note,
      '--note',
      'INVALID_VALUE',
      'pi asks nothing before commands. Give --note for the hook after them.',
    ),
    ...problemIf(
      options.note && (flagsOf(options).length > 0 || options.allow),
      '--note',
      'INVALID_VALUE',
      '--note installs another hook, so it cannot be combined with these options.',
    ),
    ...problemIf(
      options.lines && (options.all || options.network || options.allow),
      '--lines',
      'INVALID_VALUE',
      '--lines wraps lines instead of rewriting reads, so it can be combined only with --short.',
    ),
  ],
  examples: examples({
    'Install it for this project': 'surety hook install claude-code',
    'Install it for all your projects': 'surety hook install codex --user',
    'Tell the agent what it would miss, after each command': 'surety hook install codex --note',
    'Also write the rule that allows reads': 'surety hook install claude-code --allow',
  }),
  type: 'hook_installed',
  dryRun: runInstall,
  run: runInstall,
})

const uninstall = defineCommand({
  ...changing,
  description: 'Removes the hook and its rules from the settings of a client',
  exitCodes: { SUCCESS: 'The hook was removed, or was not there', PRECONDITION: UNCHANGEABLE },
  errors: { BROKEN_SETTINGS: lasting('PRECONDITION', UNCHANGEABLE) },
  options: { user },
  examples: examples({ 'Remove it from this project': 'surety hook uninstall claude-code' }),
  type: 'hook_uninstalled',
  dryRun: runUninstall,
  run: runUninstall,
})

const SHOWN_TROUBLES = 5

const status = defineCommand({
  description: 'Shows where the hook is installed, and its last failures',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The clients are listed' },
  examples: examples({ 'Show all clients': 'surety hook status' }),
  type: 'hook_status',
  run: async ({ processEnv }) => {
    const found = NOTED.flatMap((client) =>
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

async function look(client: NotedClient, scope: Scope, env: NodeJS.ProcessEnv) {
  const files = isClient(client) ? settingsOf[client] : noteFiles(client)
  const file = settingsFile(files, scope, env)
  const seen = { client, scope, file }
  try {
    const text = await readSettings(file)
    const rules = isClient(client) ? await rulesOf(client, scope, env) : []
    const after = await readSettings(settingsFile(noteFiles(client), scope, env))
    const note = { note: after !== null && hasNote(client, after) }
    const found = text === null || !isClient(client) ? null : hooksSeen(client, text)
    if (found === null)
      return rules.length === 0 && !note.note ? null : { ...seen, ...NOT_THERE, ...note, rules }
    return { ...seen, ...found, ...note, rules }
  } catch (error) {
    return { ...seen, ...NOT_THERE, rules: [], problem: (error as Error).message }
  }
}

const NOT_THERE = { is_installed: false, choices: [], others: [], note: false }

function hooksSeen(client: ClientName, text: string) {
  if (settingsOf[client].event === null)
    return {
      is_installed: isOurPlugin(text),
      choices: isOurPlugin(text) ? namesOf(pluginChoices(text)) : [],
      others: [],
    }
  const hooks = hooksIn(client, readCommentedJson(text || '{}').value)
  if (hooks.length === 0) return null
  // Of several hooks that rewrite a command, clients keep the change of one.
  const others = hooks.filter(({ isOurs }) => !isOurs).map(({ command }) => command)
  const own = hooks.find(({ isOurs }) => isOurs)
  return {
    is_installed: own !== undefined,
    choices: own === undefined ? [] : namesOf(choicesOf(client, own.command)),
    others,
  }
}

function namesOf(chosen: HookChoices | null): readonly string[] {
  return Object.entries(chosen ?? {}).flatMap(([name, isChosen]) => (isChosen ? [name] : []))
}

/** Lists the rules of ours that let rewritten commands run without a question. */
async function rulesOf(client: ClientName, scope: Scope, env: NodeJS.ProcessEnv) {
  const rules = ALLOW[client]
  if ('why' in rules || (scope === 'project' && rules.file === rules.userFile)) return []
  const text = await readSettings(settingsFile(rules, scope, env))
  return text === null ? [] : rulesFound(rules, text)
}

/** Tests whether a shell finds `surety`; the login shell, in which Codex runs commands, may have another PATH. */
function finds(env: NodeJS.ProcessEnv, shell: string, flags: string): boolean {
  const options = { env, stdio: 'ignore', timeout: 5000 } as const
  return spawnSync(shell, [flags, 'command -v surety'], options).status === 0
}

const answer = defineCommand({
  description: 'The hook itself: clients call it before each command',
  danger: 'safe',
  mcp: false,
  exitCodes: { SUCCESS: 'The message is answered' },
  args: clientArgs,
  options: choices,
  examples: examples({
    'Call it as a client does': `echo '{"tool_name":"Bash","tool_input":{"command":"ls"}}' | surety hook answer codex`,
  }),
  filter: 'protocol',
  protocol: 'agent-hook',
  // A call with these words alone ends before the framework loads: see surety.ts.
  run: async function* ({ args, options }) {
    const { runHook } = await import('./run-hook.ts')
    yield Buffer.from((await runHook(args.client, flagsOf(options))) ?? '')
  },
})

const note = defineCommand({
  description:
    'The second hook: clients call it after each command; it tells what an agent would miss',
  danger: 'safe',
  mcp: false,
  exitCodes: { SUCCESS: 'The message is answered; most often there is nothing to say' },
  args: notedArgs,
  examples: examples({
    'Call it as a client does': `echo '{"tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":""}' | surety hook note codex`,
  }),
  filter: 'protocol',
  protocol: 'agent-hook',
  // A call with these words alone ends before the framework loads: see surety.ts.
  run: async function* ({ args }) {
    const { runNote } = await import('./after/run-note.ts')
    yield Buffer.from((await runNote(args.client)) ?? '')
  },
})

export const group = defineGroup({
  description: 'Lets agents run harmless reads without asking you',
  commands: { install, status, uninstall, answer, note },
})
