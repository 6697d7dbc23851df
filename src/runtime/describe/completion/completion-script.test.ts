import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { completionScript, installHint, isShell, SHELLS, type Shell } from './completion-script.ts'
import type { CompletionModel } from './model.ts'

const model: CompletionModel = {
  name: 'my-ship',
  globalOptions: [
    {
      flags: ['--output'],
      description: 'Format',
      value: { kind: 'choices', choices: ['json', 'jsonl', 'yaml'] },
    },
    { flags: ['-h', '--help'], description: "It's help: for you" },
  ],
  commands: [
    {
      name: 'deploy',
      aliases: ['up'],
      description: 'Deploys $(touch pwned) `touch pwned` "a" \'b\'',
      options: [
        {
          flags: ['-r', '--region'],
          value: { kind: 'choices', choices: ['eu-west', 'eu-north', 'us'] },
        },
        { flags: ['--config'], value: { kind: 'file' } },
        { flags: ['--dry-run'] },
      ],
      arguments: [
        {
          name: 'service',
          value: { kind: 'choices', choices: ['api', 'web app', '$(touch pwned)'] },
        },
        { name: 'files', value: { kind: 'file' }, variadic: true },
      ],
    },
    {
      name: 'config',
      commands: [
        { name: 'get', options: [{ flags: ['--key'], value: { kind: 'any' } }] },
        { name: 'set' },
      ],
    },
  ],
}

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'completion-'))
  for (const shell of SHELLS) writeFileSync(join(home, shell), completionScript(shell, model))
  writeFileSync(join(home, 'notes one.txt'), '')
  mkdirSync(join(home, 'notes-dir'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Runs the completion function in bash, as readline would call it, for the last word. */
function complete(...words: readonly string[]): string[] {
  const program = `
    source ./bash
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
    _my_ship
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const text = execFileSync('bash', ['--norc', '-c', program, 'bash', 'my-ship', ...words], {
    cwd: home,
    encoding: 'utf8',
  })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort()
}

describe('completion in bash', () => {
  it.each([
    [[''], ['config', 'deploy', 'up']],
    [['d'], ['deploy']],
    [
      ['config', ''],
      ['get', 'set'],
    ],
    [['config', 'g'], ['get']],
    [['--o'], ['--output']],
    [
      ['deploy', '--'],
      ['--config', '--dry-run', '--help', '--output', '--region'],
    ],
    [['up', '--r'], ['--region']],
    [
      ['deploy', '--region', 'eu'],
      ['eu-north', 'eu-west'],
    ],
    [
      ['deploy', '-r', ''],
      ['eu-north', 'eu-west', 'us'],
    ],
    [['deploy', '--region', '=', 'u'], ['us']],
    [
      ['deploy', '--region', '='],
      ['eu-north', 'eu-west', 'us'],
    ],
    [
      ['config', 'get', '--output', 'json'],
      ['json', 'jsonl'],
    ],
    [['--output', 'json', 'config', 's'], ['set']],
    [['deploy', '--region', 'us', 'a'], ['api']],
    [['deploy', 'w'], ['web\\ app']],
    [
      ['deploy', 'api', 'notes'],
      ['notes one.txt', 'notes-dir'],
    ],
    [
      ['deploy', '--config', 'notes'],
      ['notes one.txt', 'notes-dir'],
    ],
    [['deploy', '--dry-run', '--', 'ap'], ['api']],
    [['config', 'get', '--key', ''], []],
    [['nonsense', ''], []],
  ])('offers after %j: %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered)
  })

  it('never executes text from a name or a description', () => {
    expect(complete('deploy', '$')).toEqual(['\\$\\(touch\\ pwned\\)'])
    expect(complete('deploy', '')).toContain('web\\ app')
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})

/** Flags that make each shell check a script without running it. */
const CHECK: Record<Shell, readonly string[]> = {
  bash: ['-n'],
  zsh: ['-n'],
  fish: ['--no-execute'],
}
const installed = SHELLS.filter(isInstalled)

describe.each(SHELLS)('the completion script of %s', (shell) => {
  it('names every command and option', () => {
    const script = completionScript(shell, model)
    for (const word of ['deploy', 'config', 'get', 'region', 'dry-run', 'eu-west', 'output']) {
      expect(script).toContain(word)
    }
  })

  // A shell may be missing on the machine; report this instead of skipping the test silently.
  if (!installed.includes(shell)) {
    it(`is not run, because ${shell} is NOT INSTALLED; only its text is checked`, () => {
      // oxlint-disable-next-line no-console -- a shell that was not tested must be noticed
      console.warn(`${shell} is not installed: its completion script was not run.`)
      expect(completionScript(shell, { name: 'empty' })).toContain('empty')
    })
    return
  }

  it('is accepted by the shell, also for a tool without commands', () => {
    writeFileSync(join(home, `empty-${shell}`), completionScript(shell, { name: 'empty' }))
    for (const file of [shell, `empty-${shell}`]) {
      const { status, stderr } = spawnSync(shell, [...CHECK[shell], join(home, file)])
      expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
    }
  })
})

describe.runIf(installed.includes('fish'))('completion in fish', () => {
  const offered = (line: string): string[] =>
    execFileSync(
      'fish',
      ['--no-config', '-c', `source ./fish; complete -C ${JSON.stringify(line)}`],
      { cwd: home, encoding: 'utf8' },
    )
      .split('\n')
      .map((each) => each.split('\t')[0] ?? '')
      .filter((each) => each !== '')
      .sort()

  it.each([
    ['my-ship ', ['config', 'deploy', 'up']],
    ['my-ship --output ', ['json', 'jsonl', 'yaml']],
    ['my-ship deploy --config notes', ['notes one.txt', 'notes-dir/']],
    ['my-ship config g', ['get']],
    ['my-ship deploy --region eu', ['eu-north', 'eu-west']],
    ['my-ship --output json config ', ['get', 'set']],
    ['my-ship deploy a', ['api']],
  ])('offers after %j: %j', (line, candidates) => {
    expect(offered(line)).toEqual(candidates)
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})

describe.runIf(installed.includes('zsh'))('completion in zsh', () => {
  const loaded = 'autoload -Uz compinit && compinit -u -d ./dump && source ./zsh'
  const run = (program: string): string[] =>
    execFileSync('zsh', ['-f', '-c', `${loaded}; ${program}`], { cwd: home, encoding: 'utf8' })
      .split('\n')
      .filter((each) => each !== '')
  // Completion builtins work only in the line editor, so replace them by functions that print.
  const printing =
    '_describe() { print -l -- "${(@P)argv[-1]}" }; compadd() { shift; print -l -- "$@" }; _files() { print files }'
  const offered = (...words: readonly string[]): string[] =>
    run(
      `${printing}; words=(my-ship ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=$#words; _my_ship`,
    )

  it('registers its function for the tool', () => {
    expect(run('print $_comps[my-ship]')).toEqual(['_my_ship'])
  })

  it('offers commands, choices, options and files', () => {
    expect(offered('').map((each) => each.split(':')[0])).toEqual(['deploy', 'up', 'config'])
    expect(offered('up', '--region', '')).toEqual(['eu-west', 'eu-north', 'us'])
    expect(offered('--output', 'json', 'config', '')).toEqual(['get', 'set'])
    expect(offered('config', 'get', '-')).toContain("--help:It's help: for you")
    expect(offered('deploy', '--config', '')).toEqual(['files'])
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})

it('refuses unknown shells', () => {
  expect(isShell('powershell')).toBe(false)
  expect(() => completionScript('toString' as Shell, model)).toThrow(/no completions/)
})

it('gives the command that loads a script', () => {
  expect(installHint('bash', 'td completion bash')).toBe('source <(td completion bash)')
})

function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0
}
