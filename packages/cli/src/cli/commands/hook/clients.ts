import { join } from 'node:path'

export const CLIENTS = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'] as const
export type ClientName = (typeof CLIENTS)[number]

/** The clients that can have a hook after commands; in pi nothing asks before one, so it needs no other. */
export const NOTED = [...CLIENTS, 'pi'] as const
export type NotedClient = (typeof NOTED)[number]

export function isNoted(name: string): name is NotedClient {
  return NOTED.some((client) => client === name)
}

export function isClient(name: string): name is ClientName {
  return CLIENTS.some((client) => client === name)
}

export interface Place {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The messages of a client's hook. */
export interface Client {
  /** Whether one shell runs all commands of a session, so that a `cd` counts for the next one. */
  readonly keepsShell: boolean
  /** The members of a message that hold the tool's name and its input, where they are other than those of most. */
  readonly message?: typeof SNAKE
  readonly tool: RegExp
  /** The answer that leaves a call as it is; never a decision. */
  readonly pass: string
  /** The answer that replaces the input of a call. */
  readonly rewrite: (input: object) => object
}

/** Fills a path in: `~` is the home, `{NAME|path}` a variable or else a path; none if both are missing. */
export function pathOf(path: string, { home, env }: Place): readonly string[] {
  const [start = '', name = '', otherwise = ''] = /^(?:~|\{(\w+)\|([^}]*)\})/.exec(path) ?? []
  const rest = path.slice(start.length)
  if (start === '') return [path]
  const found = start === '~' ? home : env[name] || otherwise.replace(/^~/, () => home)
  return found === '' ? [] : [join(found, rest)]
}

const BEFORE_USE = { hookEventName: 'PreToolUse' }
/** Where most clients put the tool's name and its input. */
export const SNAKE = { tool: 'tool_name', input: 'tool_input' }

/** The messages of each client; the last version that each was read or tried with is in the docs. */
export const clients: Readonly<Record<ClientName, Client>> = {
  'claude-code': {
    keepsShell: true,
    tool: /^Bash$/,
    pass: '',
    rewrite: (updatedInput) => ({ hookSpecificOutput: { ...BEFORE_USE, updatedInput } }),
  },
  codex: {
    keepsShell: false,
    tool: /^Bash$/,
    pass: '',
    // Codex takes a rewrite only beside this word; its own rules still judge the new command.
    rewrite: (updatedInput) => ({
      hookSpecificOutput: { ...BEFORE_USE, permissionDecision: 'allow', updatedInput },
    }),
  },
  gemini: {
    keepsShell: false,
    tool: /^run_shell_command$/,
    pass: '{}',
    rewrite: (tool_input) => ({ hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input } }),
  },
  cursor: {
    keepsShell: true,
    tool: /^Shell$/,
    pass: '{}',
    // Cursor takes a rewrite only beside this word.
    rewrite: (input) => ({ permission: 'allow', updated_input: input }),
  },
  copilot: {
    keepsShell: true,
    message: { tool: 'toolName', input: 'toolArgs' },
    tool: /^bash$/,
    pass: '',
    rewrite: (modifiedArgs) => ({ modifiedArgs }),
  },
  opencode: {
    keepsShell: false,
    tool: /^bash$/,
    pass: '{}',
    rewrite: (args) => ({ args }),
  },
}

/** How a rewritten command or line begins. */
export function readStart(end: '--' | '--line', { network, short }: ReadChoices): string {
  return `surety read${network ? ' --network' : ''}${short ? ' --short' : ''} ${end}`
}

type ReadChoices = Pick<HookChoices, 'network' | 'short'>

/**
 * How the commands begin that a rule allows, which ends there: `surety read --outside` is not what a person means to
 * allow. Those from the network are for a person who chose them. The rest of a long output was read already.
 */
export function beginnings({ network, short }: ReadChoices): readonly string[] {
  const reads = (network ? [false, true] : [false]).flatMap((isNetwork) =>
    (['--', '--line'] as const).map((end) => readStart(end, { network: isNetwork, short })),
  )
  return [...reads, 'surety read --rest']
}

/** All of them, by which our rules are found again. */
export function allBeginnings(): readonly string[] {
  return [...new Set([false, true].flatMap((short) => beginnings({ network: true, short })))]
}

/** Reads the flags of `surety hook answer`; null if one is unknown. */
export function choicesIn(flags: readonly string[]): HookChoices | null {
  if (flags.some((flag) => !CHOICES.some((name) => flag === `--${name}`))) return null
  const has = (name: string) => flags.includes(`--${name}`)
  return { all: has('all'), network: has('network'), short: has('short'), lines: has('lines') }
}

const CHOICES = ['all', 'network', 'short', 'lines'] as const

/** What a person chose at `hook install`. */
export interface HookChoices {
  /** Whether Claude Code shall read with us also where it would not ask. */
  readonly all: boolean
  readonly network: boolean
  /** Whether what a description calls unimportant is left out of long outputs. */
  readonly short: boolean
  /** Whether every line is wrapped in `surety sh`, instead of reads in `surety read`. */
  readonly lines: boolean
}

export function flagsOf(choices: HookChoices): readonly string[] {
  return CHOICES.filter((name) => choices[name]).map((name) => `--${name}`)
}
