import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { nodeBinary } from '../processes/run-program.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

const ship = fileURLToPath(new URL('../../bin/my-ship.mjs', import.meta.url))

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'completion-'))
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin/my-ship'), `#!/bin/sh\nexec '${nodeBinary()}' '${ship}' "$@"\n`, {
    mode: 0o755,
  })
  for (const shell of SHELLS)
    writeFileSync(join(home, shell), run('my-ship', ['completion', shell]).join('\n'))
  writeFileSync(join(home, 'notes one.txt'), '')
  mkdirSync(join(home, 'notes-dir'))
})
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

/** Runs a program that finds the tool and returns the lines that it writes. */
function run(program: string, argv: readonly string[]): string[] {
  const env = { ...process.env, PATH: `${join(home, 'bin')}:${process.env['PATH']}` }
  return execFileSync(program, argv, { cwd: home, env, encoding: 'utf8' }).split('\n')
}

function lines(program: string, argv: readonly string[]): string[] {
  return run(program, argv).filter((line) => line !== '')
}

/** Runs the completion function in bash, as readline would call it, for the last word. */
function complete(...words: readonly string[]): string[] {
  const program = `
    source ./bash
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
    _my_ship
    printf '%s\\n' "\${COMPREPLY[@]}"`
  return lines('bash', ['--norc', '-c', program, 'bash', 'my-ship', ...words]).sort()
}

describe('completion in bash', () => {
  it.each([
    [['d'], ['deploy']],
    [
      ['config', ''],
      ['get', 'set'],
    ],
    [['config', 'g'], ['get']],
    [['--fo'], ['--format']],
    [['deploy', '--r'], ['--region']],
    [['up', '--r'], ['--region']],
    [['deploy', '--secret'], []],
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
      ['config', 'get', '--format', 'json'],
      ['json', 'jsonl'],
    ],
    [['--format', 'json', 'config', 's'], ['set']],
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
    [['deploy', '--dry', '--', 'ap'], ['api']],
    [['config', 'get', '--key', ''], []],
    [['con'], ['config']],
    [['broken', '--'], []],
    [['nonsense', ''], []],
  ])('offers after %j: %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered)
  })

  it('offers commands with their aliases, and built-in ones', () => {
    expect(complete('')).toEqual(
      expect.arrayContaining(['broken', 'config', 'deploy', 'manifest', 'up']),
    )
    expect(complete('')).not.toContain('__complete')
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
  // A shell may be missing on the machine; report this instead of skipping the test silently.
  if (!installed.includes(shell)) {
    it(`is not run, because ${shell} is NOT INSTALLED; only its text is checked`, () => {
      // oxlint-disable-next-line no-console -- a shell that was not tested must be noticed
      console.warn(`${shell} is not installed: its completion script was not run.`)
      expect(run('my-ship', ['completion', shell]).join()).toContain('my-ship')
    })
    return
  }

  it('is accepted by the shell', () => {
    const { status, stderr } = spawnSync(shell, [...CHECK[shell], join(home, shell)])
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  })
})

describe.runIf(installed.includes('fish'))('completion in fish', () => {
  const offered = (line: string): string[] =>
    lines('fish', ['--no-config', '-c', `source ./fish; complete -C ${JSON.stringify(line)}`])
      .map((each) => each.split('\t')[0] ?? '')
      .sort()

  it.each([
    ['my-ship de', ['deploy']],
    ['my-ship --format js', ['json', 'jsonl']],
    ['my-ship deploy --config notes', ['notes one.txt', 'notes-dir/']],
    ['my-ship config g', ['get']],
    ['my-ship config ', ['get', 'set']],
    ['my-ship deploy --region eu', ['eu-north', 'eu-west']],
    ['my-ship deploy --region=eu', ['--region=eu-north', '--region=eu-west']],
    ['my-ship deploy --reg', ['--region']],
    ['my-ship --format json config ', ['get', 'set']],
    ['my-ship deploy a', ['api']],
  ])('offers after %j: %j', (line, candidates) => {
    expect(offered(line)).toEqual(candidates)
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})

describe.runIf(installed.includes('zsh'))('completion in zsh', () => {
  const loaded = 'autoload -Uz compinit && compinit -u -d ./dump && source ./zsh'
  const inZsh = (program: string): string[] => lines('zsh', ['-f', '-c', `${loaded}; ${program}`])
  // Completion builtins work only in the line editor, so replace them by functions that print.
  const printing =
    '_describe() { print -l -- "${(@P)argv[-1]}" }; compset() { :; }; _files() { print files }'
  const offered = (...words: readonly string[]): string[] =>
    inZsh(
      `${printing}; words=(my-ship ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=$#words; _my_ship`,
    )

  it('registers its function for the tool', () => {
    expect(inZsh('print $_comps[my-ship]')).toEqual(['_my_ship'])
  })

  it('offers commands, choices, options and files', () => {
    expect(offered('').map((each) => each.split(':')[0])).toEqual(
      expect.arrayContaining(['deploy', 'up', 'config']),
    )
    expect(offered('up', '--region', '')).toEqual(['eu-west', 'eu-north', 'us'])
    expect(offered('up', '--region=u')).toEqual(['eu-west', 'eu-north', 'us'])
    expect(offered('--format', 'json', 'config', '')).toEqual(['get:Gets', 'set:Sets'])
    expect(offered('deploy', '-')).toContain("--region:Where it's: run")
    expect(offered('deploy', '--config', '')).toEqual(['files'])
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})

function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0
}
