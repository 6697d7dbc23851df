import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { answerHook } from './answer.ts'
import type { HookWorld } from './answer-command.ts'
import { CLIENTS, clients, SNAKE, type ClientName, type HookChoices } from './clients.ts'
import { HELD_RULES } from './held-rules.table.ts'
import { hookAnswers } from './hook-answers.table.ts'
import { harmlessLines, hostileLines } from './hostile-lines.table.ts'
import { plainWords } from './plain-words.ts'
import { readOf } from './run-hook.ts'

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
    readOf: async () => 'local',
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

const real = () => ({ readOf, env: { PATH: process.env['PATH'] } })
const CHOSEN = { all: true, network: false, short: false, lines: false }
const answered = (client: ClientName, text: string, more?: Partial<HookWorld>) =>
  answerHook(client, text, world(more), CHOSEN)
const ask = (
  client: ClientName,
  command: string,
  more?: Partial<HookWorld>,
  choices: Partial<HookChoices> = {},
) => answerHook(client, message(client, command), world(more), { ...CHOSEN, ...choices })

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
      expect(JSON.parse((await answered(client, given)).answer)).toEqual(form)
    },
  )

  it.each(CLIENTS)('%s is told nothing where a call passes', async (client) => {
    for (const command of ['rm x', 'ls | sh']) {
      const { answer, isTrouble } = await ask(client, command, { readOf: async () => null })
      expect(['', '{}']).toContain(answer)
      expect(isTrouble).toBe(false)
    }
  })

  it('takes the arguments of Copilot as text', async () => {
    const text = JSON.stringify({ toolName: 'bash', toolArgs: '{"command":"ls","x":1}' })
    const { answer } = await answered('copilot', text)
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
    const { answer, rewritten, isTrouble } = await answered('claude-code', text)
    const isOther = text.startsWith('{') && !text.includes('Bash')
    expect([answer, rewritten, isTrouble]).toEqual(['', null, !isOther])
  })

  it('passes a call of another tool, and one whose knowledge fails', async () => {
    const text = JSON.stringify({ tool_name: 'Write', tool_input: { command: 'ls' } })
    expect(await answered('claude-code', text)).toMatchObject({
      answer: '',
      isTrouble: false,
    })
    const fails = () => {
      throw new Error('no knowledge')
    }
    expect(await ask('codex', 'ls', { readOf: fails })).toMatchObject({
      answer: '',
      reason: 'no knowledge',
      isTrouble: true,
    })
  })
})

describe('plain commands', () => {
  it('leaves 160 hostile lines alone, whatever is known', async () => {
    expect(new Set(hostileLines).size).toBeGreaterThanOrEqual(160)
    for (const line of hostileLines)
      expect(plainWords(line), JSON.stringify(line)).toBeTypeOf('string')
    // As lines they are judged anew, by what is known.
    for (const line of hostileLines) {
      const { rewritten } = await ask('codex', line)
      expect(rewritten ?? 'surety read --line', line).toMatch(/^surety read --line/)
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
    write('project/src/a.ts', '')
    const found = await Promise.all(
      hookAnswers.map(async ([command]) => (await ask('codex', command, real())).reason),
    )
    for (const [at, [command, reason]] of hookAnswers.entries())
      expect(found[at], command).toMatch(
        typeof reason === 'string' ? new RegExp(`^${reason}$`) : reason,
      )
  })

  it('no hostile line is one of them', async () => {
    const rewritten: string[] = []
    for (const line of hostileLines) {
      const answer = await ask('codex', line, real())
      if (answer.rewritten !== null) rewritten.push(line)
    }
    expect(rewritten).toEqual(harmlessLines)
  })

  it('a program of the project is not the one that is known', async () => {
    write('project/bin/ls', '#!/bin/sh')
    chmodSync(join(folder, 'project/bin/ls'), 0o755)
    const before = process.env['PATH']
    process.env['PATH'] = `${join(folder, 'project/bin')}:${before}`
    try {
      expect((await ask('codex', 'ls', { readOf })).rewritten).toBeNull()
    } finally {
      process.env['PATH'] = before
    }
  })
})

describe('lines', () => {
  beforeEach(() => {
    write('project/src/a.ts', 'x')
    write('project/notes.txt', 'x')
  })
  const line = (client: ClientName, command: string, choices?: Partial<HookChoices>, env = {}) =>
    ask(client, command, { readOf, env: { PATH: process.env['PATH'], ...env } }, choices)

  it.each([
    [
      'cd src && grep -rn TODO . | head -5',
      `surety read --line 'cd src && grep -rn TODO . | head -5'`,
    ],
    ['ls -la | wc -l', `surety read --line 'ls -la | wc -l'`],
    ["cat notes.txt | grep 'a b'", `surety read --line "cat notes.txt | grep 'a b'"`],
    [
      "awk '{print $1}' notes.txt | head",
      `surety read --line 'awk '"'"'{print $1}'"'"' notes.txt | head'`,
    ],
    ['ls *.txt', `surety read --line 'ls *.txt'`],
    ['ls 2>&1 || echo none', `surety read --line 'ls 2>&1 || echo none'`],
    ['pwd', 'surety read --line pwd'],
    ['ls | tee out', null],
    ['ls > out', null],
    ['cat $HOME/x | head', null],
    ['ls; rm notes.txt', null],
    ['curl -s https://example.com | head -3', null],
    ['cat notes.txt | sh', null],
    ['cat /etc/hosts | head -1', null],
  ])('%s becomes %j in Codex', async (command, rewritten) => {
    expect((await line('codex', command)).rewritten).toBe(rewritten)
  })

  it('reads of the network are rewritten where they were chosen', async () => {
    const [single, piped] = ['gh pr list --limit 5', 'npm view express version | head -3']
    for (const command of [piped]) expect((await line('codex', command)).rewritten).toBeNull()
    const { rewritten } = await line('codex', piped, { network: true })
    expect(rewritten).toBe(`surety read --network --line '${piped}'`)
    const alone = await ask('codex', single, { readOf: async () => 'network' }, { network: true })
    expect(alone.rewritten).toBe(`surety read --network -- ${single}`)
    expect((await line('codex', 'ls | head', { network: true })).rewritten).toBe(
      `surety read --line 'ls | head'`,
    )
  })

  it('long outputs are shortened where that was chosen', async () => {
    const short = { short: true }
    const bare = await ask('codex', 'git log', { readOf: async () => 'local' }, short)
    expect(bare.rewritten).toBe('surety read --short -- git log')
    expect((await line('codex', 'ls | head', short)).rewritten).toBe(
      `surety read --short --line 'ls | head'`,
    )
    const lines = { short: true, lines: true }
    expect((await line('codex', 'npm test | tail -5', lines)).rewritten).toBe(
      `surety sh --timeout 0 --short -- 'npm test | tail -5'`,
    )
    // One part hides nothing, but a runner of tests prints much.
    expect((await line('codex', 'vitest run', lines)).rewritten).toBe(
      `surety sh --timeout 0 --short -- 'vitest run'`,
    )
    expect((await line('codex', 'rm notes.txt', lines)).rewritten).toBeNull()
  })

  it('a shell that stays in its folder keeps its cd', async () => {
    const all = { all: true }
    const command = 'cd src && git log --oneline | head -3'
    write('project/.git/HEAD', 'ref: refs/heads/main\n')
    for (const client of ['claude-code', 'cursor', 'copilot'] as const) {
      expect((await line(client, 'cd src && ls | head -3', all)).rewritten).toBe(
        `cd src && surety read --line 'ls | head -3'`,
      )
      expect((await line(client, 'cd src && ls', all)).rewritten).toBe(
        'cd src && surety read -- ls',
      )
      for (const other of [
        'cd src; ls',
        'ls && cd src',
        'cd src',
        'cd .. && ls',
        'cd nope && ls',
        'export LC_ALL=C; ls',
        'exit 3',
        'cd src && cd .. && ls',
      ])
        expect((await line(client, other, all)).rewritten, other).toBeNull()
      expect((await line(client, '(cd src; ls)', all)).rewritten).toBe(
        `surety read --line '(cd src; ls)'`,
      )
    }
    expect((await line('gemini', 'cd src; ls')).rewritten).toBe(`surety read --line 'cd src; ls'`)
    expect(command).toContain('git')
  })

  it('Claude Code reads by itself what it would not ask about', async () => {
    const none = { all: false }
    for (const command of [
      'ls',
      'cat notes.txt | head -3',
      'cd src && ls | wc -l',
      'grep -rn x src || echo none',
      'sort notes.txt | uniq -c | sort -rn',
      'git log --oneline -5',
      "sed -n '1,5p' notes.txt",
    ])
      expect(await line('claude-code', command, none), command).toMatchObject({
        rewritten: null,
        reason: 'Claude Code runs it without a question.',
      })
    for (const command of [
      "awk '{print $1}' notes.txt | sort",
      "cat notes.txt | awk '{print $1}'",
      'nice ls | head',
      'uniq -c notes.txt | head -1',
    ])
      expect((await line('claude-code', command, none)).rewritten, command).toMatch(
        /^surety read --line/,
      )
    expect((await line('codex', 'ls', none)).rewritten).toBe('surety read -- ls')
  })

  it('zsh gets the lines that mean the same there, other shells none', async () => {
    const zsh = { SHELL: '/bin/zsh' }
    expect((await line('codex', 'cd src && ls | head -3', {}, zsh)).rewritten).not.toBeNull()
    for (const command of [
      'ls *.txt | head',
      'cat notes.txt | grep a^b',
      'ls =x | head',
      "echo 'a\\nb' | cat",
      'ls ~ | head',
    ])
      expect((await line('codex', command, {}, zsh)).rewritten, command).toBeNull()
    expect((await line('codex', 'ls | head', {}, { SHELL: '/usr/bin/fish' })).rewritten).toBeNull()
    expect((await line('codex', 'ls', {}, { SHELL: '/usr/bin/fish' })).rewritten).not.toBeNull()
  })

  it('the folder of a call is the one that it names', async () => {
    write('project/src/deep/b.ts', '')
    const text = message('gemini', 'cd deep && ls', { dir_path: 'src' })
    const chosen = { all: false, network: false, short: false, lines: false }
    const own = { readOf, env: { PATH: process.env['PATH'] } }
    expect((await answerHook('gemini', text, world(own), chosen)).rewritten).not.toBeNull()
    expect((await line('gemini', 'cd deep && ls')).rewritten).toBeNull()
  })

  it.each([
    ['Bash(grep:*)', 'ls | grep x'],
    ['Bash(grep:*)', 'cd src && (ls; grep x a.ts)'],
    ['Bash(grep:*)', 'timeout 5 grep x notes.txt | head'],
    ['Bash(ls | *)', 'ls | head'],
    ['Bash(* && *)', 'ls && pwd'],
    ['Bash(cd:*)', 'cd src && ls | head'],
    ['Read(./src/a.ts)', 'cd src && cat a.ts | head'],
    ['Read(./src/a.ts)', 'cat src/*.ts | head'],
    ['Read(./src/a.ts)', 'ls; grep -r x src'],
    ['Bash', 'ls | head'],
  ])('the rule %s is held against %s', async (rule, command) => {
    expect((await line('claude-code', command)).rewritten).not.toBeNull()
    write('home/.claude/settings.json', { permissions: { deny: [rule] } })
    expect(await line('claude-code', command)).toMatchObject({ rewritten: null, isTrouble: false })
    write('home/.claude/settings.json', { permissions: { ask: [rule] } })
    expect((await line('claude-code', command)).rewritten).toBeNull()
    write('home/.claude/settings.json', { permissions: { deny: ['Bash(rm:*)', 'Read(./.env)'] } })
    if (!/grep -r/.test(command))
      expect((await line('claude-code', command)).rewritten).not.toBeNull()
  })

  it('policies of Codex and Gemini are held against every part', async () => {
    write('home/.codex/rules/a.rules', 'prefix_rule(pattern=["head"], decision="prompt")')
    expect((await line('codex', 'ls | head')).rewritten).toBeNull()
    expect((await line('codex', 'ls | wc -l')).rewritten).not.toBeNull()
    write(
      'home/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "wc"\ndecision = "deny"\n',
    )
    expect((await line('gemini', 'ls | wc -l')).rewritten).toBeNull()
    expect((await line('gemini', 'ls | head')).rewritten).not.toBeNull()
  })

  it('who allowed lines in OpenCode is not asked about them', async () => {
    write('project/opencode.json', {
      permission: { bash: { '*': 'ask', 'surety read -- *': 'allow' } },
    })
    expect((await line('opencode', 'ls | head')).rewritten).toBeNull()
    write('project/opencode.json', {
      permission: { bash: { '*': 'ask', 'surety read --line *': 'allow' } },
    })
    expect((await line('opencode', 'ls | head')).rewritten).not.toBeNull()
    expect((await line('opencode', 'ls')).rewritten).toBeNull()
  })

  describe('wrapped in surety sh', () => {
    const wrap = async (client: ClientName, command: string) =>
      (await line(client, command, { lines: true })).rewritten

    it('has every line with more than one part, and nothing else', async () => {
      expect(await wrap('codex', 'npm test 2>&1 | tail -5')).toBe(
        `surety sh --timeout 0 -- 'npm test 2>&1 | tail -5'`,
      )
      expect(await wrap('codex', 'cd src && for i in 1 2; do make; done')).toMatch(/^surety sh/)
      expect(await wrap('claude-code', 'cd src && npm test | tail')).toBe(
        `cd src && surety sh --timeout 0 -- 'npm test | tail'`,
      )
      for (const command of [
        'npm test',
        'ls',
        'make 2>&1',
        'npm start & sleep 1',
        'ls |',
        'cat <<E',
      ])
        expect(await wrap('codex', command), command).toBeNull()
      for (const command of ['cd src; npm test', 'export A=1; make', 'x=1; make', 'make; source a'])
        expect(await wrap('claude-code', command), command).toBeNull()
    })

    it('leaves alone what a rule may be about, also where words are open', async () => {
      write('home/.claude/settings.json', {
        permissions: { deny: ['Bash(git push:*)', 'Read(./.env)'] },
      })
      for (const command of [
        'make; git push',
        'make; git $x',
        'make; $x',
        'make; cat $x',
        'make; for i in 1; do git push; done',
      ])
        expect(await wrap('claude-code', command), command).toBeNull()
      expect(await wrap('claude-code', 'make all | tail -3')).not.toBeNull()
    })
  })
})

describe('rules of a person', () => {
  it.each(HELD_RULES)('%s: %s with %j leaves %s alone', async (client, file, content, command) => {
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
    expect((await answered('codex', text)).rewritten).toBeNull()
    expect((await answered('codex', text.replace('0}', '}'))).rewritten).toBeNull()
    expect((await answered('codex', text.replace(/\d{9}/, '1'))).rewritten).not.toBeNull()
  })

  it('Windows has other shells', async () => {
    expect((await ask('claude-code', 'ls', { platform: 'win32' })).rewritten).toBeNull()
  })
})
