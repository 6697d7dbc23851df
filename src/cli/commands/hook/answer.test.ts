import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { isInstalled } from '../../../internal/process/installed.suite.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { answerHook, plainWords, type HookWorld } from './answer.ts'
import { CLIENTS, clients, SNAKE, type ClientName } from './clients.ts'
import { hookAnswers } from './hook-answers.table.ts'
import { hostileLines } from './hostile-lines.table.ts'
import { isKnownRead } from './run-hook.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hook-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function world(more: Partial<HookWorld> = {}): HookWorld {
  return {
    home: join(folder, 'home'),
    env: {},
    platform: 'linux',
    cwd: join(folder, 'project'),
    startedWithRules: () => null,
    isKnownRead: () => true,
    ...more,
  }
}

function write(path: string, content: unknown): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const TOOLS: Readonly<Record<ClientName, string>> = {
  'claude-code': 'Bash',
  codex: 'Bash',
  gemini: 'run_shell_command',
  cursor: 'Shell',
  copilot: 'bash',
  opencode: 'bash',
}

function message(client: ClientName, command: string, more: object = {}): string {
  const { tool, input } = clients[client].message ?? SNAKE
  return JSON.stringify({ [tool]: TOOLS[client], [input]: { command, ...more } })
}

const ask = (client: ClientName, command: string, more?: Partial<HookWorld>) =>
  answerHook(client, message(client, command), world(more))

describe('the answer to each client', () => {
  const input = { command: 'surety read -- git status', timeout: 5 }
  it.each([
    ['claude-code', { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: input } }],
    [
      'codex',
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: input,
        },
      },
    ],
    ['gemini', { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: input } }],
    ['cursor', { permission: 'allow', updated_input: input }],
    ['copilot', { modifiedArgs: input }],
    ['opencode', { args: input }],
  ] as const)(
    '%s gets a rewrite in its own form, with the rest of the input',
    async (client, form) => {
      const given = message(client, 'git status', { timeout: 5 })
      expect(JSON.parse((await answerHook(client, given, world())).answer)).toEqual(form)
    },
  )

  it.each(CLIENTS)('%s is told nothing where a call passes', async (client) => {
    for (const command of ['rm x', 'ls | sh']) {
      const { answer, isTrouble } = await ask(client, command, { isKnownRead: () => false })
      expect(['', '{}']).toContain(answer)
      expect(isTrouble).toBe(false)
    }
  })

  it('takes the arguments of Copilot as text', async () => {
    const text = JSON.stringify({ toolName: 'bash', toolArgs: '{"command":"ls","x":1}' })
    const { answer } = await answerHook('copilot', text, world())
    expect(JSON.parse(answer)).toEqual({ modifiedArgs: { command: 'surety read -- ls', x: 1 } })
  })

  it.each([
    '',
    'x',
    '[]',
    'null',
    '{"tool_name":"Bash"}',
    '{"tool_name":"Bash","tool_input":{"command":1}}',
  ])('passes at the message %s, and says so', async (text) => {
    const { answer, rewritten, isTrouble } = await answerHook('claude-code', text, world())
    const isOther = text.startsWith('{') && !text.includes('Bash')
    expect([answer, rewritten, isTrouble]).toEqual(['', null, !isOther])
  })

  it('passes a call of another tool, and one whose knowledge fails', async () => {
    const text = JSON.stringify({ tool_name: 'Write', tool_input: { command: 'ls' } })
    expect(await answerHook('claude-code', text, world())).toMatchObject({
      answer: '',
      isTrouble: false,
    })
    const fails = () => {
      throw new Error('no knowledge')
    }
    expect(await ask('codex', 'ls', { isKnownRead: fails })).toMatchObject({
      answer: '',
      reason: 'no knowledge',
      isTrouble: true,
    })
  })
})

describe('plain commands', () => {
  it('leaves 160 hostile lines alone, whatever is known', async () => {
    expect(new Set(hostileLines).size).toBeGreaterThanOrEqual(160)
    for (const line of hostileLines) {
      const { rewritten } = await ask('claude-code', line)
      expect(rewritten, JSON.stringify(line)).toBeNull()
    }
  })

  describe.each(['bash', 'dash', 'zsh'])('read by %s', (shell) => {
    it.runIf(isInstalled(shell))(`have its words, before and after (needs ${shell})`, () => {
      const units =
        String.raw`a b - -- = " ' $ ! ~ # { } , * ? [ ] ^ % @ + : . / < | & ; ( ) \ 1 '' "" "a_b" 'a_b' $' =ls A=1 ~/ ~root !! ^a^b {a,b} @{u} é 😀`
          .replaceAll('_', ' ')
          .split(/ (?!b)/)
      const unit = fc.constantFrom(
        ...units,
        ' ',
        ' ',
        '\n',
        '\t',
        '\r',
        '\u00A0',
        '\u3000',
        '\uFEFF',
      )
      const lines = fc
        .sample(fc.array(unit, { maxLength: 8 }), 3000)
        .map((parts) => `p ${parts.join('')}`)
      const plain = [...lines, ...hostileLines].flatMap((line) => {
        const words = plainWords(line)
        return typeof words === 'string' ? [] : [{ line, words }]
      })
      expect(plain.length).toBeGreaterThan(500)
      // All lines in one process, in which the program prints its words.
      const script = plain.flatMap(({ line, words }) =>
        [line, quoteWords(words)].map((each) => `eval '${each.replaceAll("'", String.raw`'\''`)}'`),
      )
      const own = String.raw`p() { printf '%s\001' p "$@"; printf '\002'; }`
      const input = [own, ...script].join('\n')
      const { stdout } = spawnSync(shell, [], { input, encoding: 'utf8', env: { HOME: folder } })
      const seen = stdout.split('\u0002').map((each) => each.split('\u0001').slice(0, -1))
      const wanted = plain.flatMap(({ words }) => [words, words])
      expect(seen.slice(0, -1)).toEqual(wanted)
    })
  })
})

describe('commands as agents type them', () => {
  it('has sixty of them, and each is rewritten or left alone for its reason', async () => {
    expect(hookAnswers.length).toBeGreaterThanOrEqual(60)
    write('project/notes.txt', '')
    const found = await Promise.all(
      hookAnswers.map(
        async ([command]) => (await ask('claude-code', command, { isKnownRead })).reason,
      ),
    )
    for (const [at, [command, reason]] of hookAnswers.entries())
      expect(found[at], command).toMatch(
        typeof reason === 'string' ? new RegExp(`^${reason}$`) : reason,
      )
  })

  it('no hostile line is one of them', async () => {
    for (const line of hostileLines)
      expect((await ask('codex', line, { isKnownRead })).rewritten, line).toBeNull()
  })

  it('a program of the project is not the one that is known', async () => {
    write('project/bin/ls', '#!/bin/sh')
    chmodSync(join(folder, 'project/bin/ls'), 0o755)
    const before = process.env['PATH']
    process.env['PATH'] = `${join(folder, 'project/bin')}:${before}`
    try {
      expect((await ask('codex', 'ls', { isKnownRead })).rewritten).toBeNull()
    } finally {
      process.env['PATH'] = before
    }
  })
})

describe('rules of a person', () => {
  const mine = 'home/.claude/settings.json'
  const passes: readonly (readonly [ClientName, string, unknown, string])[] = [
    ['claude-code', mine, { permissions: { deny: 'Bash(cat:*)' } }, 'cat x'],
    ['claude-code', mine, { permissions: { deny: ['Bash(c?t .env)'] } }, 'cat .env'],
    ['claude-code', mine, { permissions: { deny: ['Read(.{env,netrc})'] } }, 'cat .env'],
    ['claude-code', mine, { permissions: { deny: ['Read(./.env)'] } }, 'git show HEAD:.env'],
    ['claude-code', mine, { permissions: { deny: ['Read(secret/**)'] } }, 'cat link/x'],
    ['claude-code', mine, { permissions: { deny: ['Read(./.env)'] } }, 'grep -rn key .'],
    ['claude-code', mine, { permissions: { deny: ['Read(./secret/.env)'] } }, 'diff secret other'],
    ['claude-code', mine, { permissions: { deny: ['Read(./secret/.env)'] } }, 'diff other secret'],
    ['claude-code', mine, { permissions: { deny: ['Read(./.env)'] } }, 'git -C . grep key'],
    ['claude-code', mine, '\uFEFF{"permissions":{"deny":["Bash(ls)"]}}\r\n', 'ls'],
    ['codex', 'home/.codex/rules/a.rules', 'prefix_rule(["/bin/cat"], decision="prompt")', 'cat x'],
    [
      'gemini',
      'project/.gemini/settings.json',
      { tools: { confirmationRequired: ['run_shell_command'] } },
      'ls',
    ],
    [
      'cursor',
      'project/.cursor/cli.json',
      { permissions: { deny: ['Shell(git:log)'] } },
      'git log',
    ],
    ['opencode', 'project/opencode.json', { permission: { 'b*': 'deny' } }, 'ls'],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Bash(cat .env)'] } },
      'cat .env',
    ],
    [
      'claude-code',
      'project/.claude/settings.json',
      { permissions: { deny: ['Bash(cat:*)'] } },
      'cat x',
    ],
    [
      'claude-code',
      'project/.claude/settings.local.json',
      { permissions: { ask: ['Bash(git log *)'] } },
      'git log',
    ],
    ['claude-code', '.claude/settings.json', { permissions: { ask: ['Bash'] } }, 'ls'],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Read(./.env)'] } },
      'cat ./.env',
    ],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Read(./.env.*)'] } },
      'cat .env.local',
    ],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Read(~/.ssh/**)'] } },
      'cat ../../home/.ssh/id_rsa',
    ],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Read(**/*.pem)'] } },
      'cat a/key.pem',
    ],
    ['claude-code', 'home/.claude/settings.json', { permissions: { deny: ['Read'] } }, 'cat x'],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Bash(* --stat)'] } },
      'git log --stat',
    ],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Bash(cat   .env)'] } },
      'cat ".env"',
    ],
    [
      'claude-code',
      'home/.claude/settings.json',
      { permissions: { deny: ['Bash(run_in_background:true)'] } },
      'ls',
    ],
    ['claude-code', 'home/.claude/settings.json', { permissions: { deny: ['Bash(cat'] } }, 'ls'],
    [
      'claude-code',
      'home/.claude/settings.json',
      '{ // mine\n "permissions": { "deny": ["Bash(ls)",] } }',
      'ls',
    ],
    [
      'codex',
      'home/.codex/rules/default.rules',
      'prefix_rule(pattern=["git","log"], decision="forbidden")',
      'git log',
    ],
    [
      'codex',
      'project/.codex/rules/a.rules',
      'prefix_rule(pattern=["cat"], decision="prompt")',
      'cat x',
    ],
    [
      'gemini',
      'home/.gemini/settings.json',
      { tools: { exclude: ['run_shell_command(cat)'] } },
      'cat x',
    ],
    [
      'gemini',
      'project/.gemini/settings.json',
      { excludeTools: ['ShellTool(git log)'] },
      'git log -1',
    ],
    ['gemini', 'project/.gemini/settings.json', { coreTools: ['run_shell_command(git)'] }, 'ls'],
    [
      'gemini',
      'home/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "cat"\ndecision = "deny"\n',
      'cat x',
    ],
    [
      'gemini',
      'home/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "run_shell_command"\ndecision = "ask_user"\n',
      'ls',
    ],
    [
      'gemini',
      'home/.gemini/extensions/x/policies/a.toml',
      '[[rule]]\ncommandRegex = "^c"\ndecision = "deny"\n',
      'cat x',
    ],
    ['cursor', 'home/.cursor/cli-config.json', { permissions: { deny: ['Shell(cat)'] } }, 'cat x'],
    ['cursor', 'project/.cursor/cli.json', { permissions: { deny: ['Read(.env*)'] } }, 'cat .env'],
    ['copilot', 'home/.copilot/config.json', { denied_tools: ['shell(git log)'] }, 'git log'],
    ['opencode', 'project/opencode.json', { permission: { bash: { '*': 'ask' } } }, 'ls'],
    [
      'opencode',
      'project/opencode.jsonc',
      '{ "permission": { "bash": { "cat *": "deny", }, }, }',
      'cat x',
    ],
    [
      'opencode',
      'home/.config/opencode/opencode.json',
      { agent: { build: { permission: { bash: 'ask' } } } },
      'ls',
    ],
    ['opencode', 'home/.config/opencode/opencode.json', { permission: 'ask' }, 'ls'],
    ['opencode', 'project/.opencode/agent/a.md', '---\npermission:\n  bash: deny\n---\n', 'ls'],
    [
      'opencode',
      'project/opencode.json',
      { permission: { read: { '*.env': 'deny' } } },
      'cat a.env',
    ],
  ]
  it.each(passes)('%s: %s with %j leaves %s alone', async (client, file, content, command) => {
    write('project/secret/x', '')
    write('project/other/x', '')
    symlinkSync('secret', join(folder, 'project/link'))
    expect((await ask(client, command)).rewritten).not.toBeNull()
    write(file, content)
    expect(await ask(client, command)).toMatchObject({ rewritten: null, isTrouble: false })
  })

  it.each([
    [
      'claude-code',
      'home/.claude/settings.json',
      {
        permissions: {
          deny: ['Bash(git push:*)', 'Read(./.env)', 'WebFetch'],
          allow: ['Bash(ls)'],
        },
      },
    ],
    [
      'codex',
      'home/.codex/rules/default.rules',
      'prefix_rule(pattern=["rm"], decision="forbidden")',
    ],
    [
      'gemini',
      'home/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "deny"\n',
    ],
    ['cursor', 'home/.cursor/cli-config.json', { permissions: { deny: ['Shell(rm)'] } }],
    ['copilot', 'home/.copilot/config.json', { denied_tools: ['shell(rm)'] }],
    [
      'opencode',
      'project/opencode.json',
      { permission: { bash: { 'rm *': 'deny', '*': 'allow' }, edit: 'ask' } },
    ],
  ] as const)('%s: rules about other commands change nothing', async (client, file, content) => {
    write(file, content)
    expect((await ask(client, 'git log -3')).rewritten).toBe('surety read -- git log -3')
  })

  it.each([
    ['claude-code', 'project/.claude/settings.json'],
    ['gemini', 'home/.gemini/settings.json'],
    ['cursor', 'home/.cursor/cli-config.json'],
    ['opencode', 'project/opencode.json'],
  ] as const)('%s: settings that cannot be read leave everything alone', async (client, file) => {
    write(file, '{ "permissions": ')
    expect(await ask(client, 'ls')).toMatchObject({ rewritten: null, isTrouble: true })
    rmSync(join(folder, file))
    mkdirSync(join(folder, file))
    expect(await ask(client, 'ls')).toMatchObject({ rewritten: null, isTrouble: true })
  })

  it('who allowed the rewritten command in OpenCode is not asked about reads', async () => {
    const rules = { '*': 'ask', 'surety read -- *': 'allow', 'cat .env': 'ask' }
    write('project/opencode.json', { permission: { bash: rules } })
    expect((await ask('opencode', 'ls')).rewritten).toBe('surety read -- ls')
    expect((await ask('opencode', 'cat .env')).rewritten).toBeNull()
    write('project/opencode.json', { permission: { bash: { ...rules, '*': 'deny' } } })
    expect((await ask('opencode', 'ls')).rewritten).toBeNull()
  })

  it('rules of one session count: flags of the client, variables of OpenCode', async () => {
    const startedWithRules = () => '--disallowedTools'
    expect((await ask('claude-code', 'ls', { startedWithRules })).rewritten).toBeNull()
    const env = { OPENCODE_PERMISSION: '{"bash":"ask"}' }
    expect((await ask('opencode', 'ls', { env })).rewritten).toBeNull()
  })

  it('a number that would not stay the same is left alone with its call', async () => {
    const text = '{"tool_name":"Bash","tool_input":{"command":"ls","limit":12345678901234567890}}'
    expect((await answerHook('codex', text, world())).rewritten).toBeNull()
    expect((await answerHook('codex', text.replace('0}', '}'), world())).rewritten).toBeNull()
    expect(
      (await answerHook('codex', text.replace(/\d{9}/, '1'), world())).rewritten,
    ).not.toBeNull()
  })

  it('Windows has other shells', async () => {
    expect((await ask('claude-code', 'ls', { platform: 'win32' })).rewritten).toBeNull()
  })
})
