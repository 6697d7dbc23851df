import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isHere } from '../processes/programs-here.ts'
import { callTogether, nodeBinary } from '../processes/run-program.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

const ship = fileURLToPath(new URL('../../bin/my-ship.mjs', import.meta.url))
const call = callTogether('my-ship.mjs')

/** Answers a number of words, each of which ends with a zero, as the tool does: shells ask it for every row. */
const answers = createServer((socket) => {
  let given = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    given += chunk
    const [count, ...argv] = given.split('\0').slice(0, -1)
    if (argv.length === Number(count)) void call(argv).then(({ stdout }) => socket.end(stdout))
  })
})

let home: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'completion-'))
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve))
  const { port } = answers.address() as AddressInfo
  const script = (folder: string, ...lines: readonly string[]) => {
    mkdirSync(join(home, folder))
    writeFileSync(join(home, folder, 'my-ship'), `${lines.join('\n')}\n`, { mode: 0o755 })
  }
  script('alone', '#!/bin/sh', `exec '${nodeBinary()}' '${ship}' "$@"`)
  const send = `printf '%s\\0' "$#" "$@" >&3`
  script('bin', '#!/bin/bash', `exec 3<>/dev/tcp/127.0.0.1/${port}`, send, 'exec cat <&3')
  for (const shell of SHELLS)
    writeFileSync(
      join(home, shell),
      (await run('my-ship', ['completion', shell], 'alone')).join('\n'),
    )
  writeFileSync(join(home, 'notes one.txt'), '')
  mkdirSync(join(home, 'notes-dir'))
})
afterAll(() => {
  answers.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

/** Runs a program that finds the tool and returns the lines that it writes; `alone` has one in a process of its own. */
async function run(
  program: string,
  argv: readonly string[],
  bin: 'alone' | 'bin' = 'bin',
): Promise<string[]> {
  const env = { ...process.env, PATH: `${join(home, bin)}:${process.env['PATH']}` }
  const child = promisify(execFile)(program, argv, { cwd: home, env, encoding: 'utf8' })
  child.child.stdin?.end()
  return (await child).stdout.split('\n')
}

async function lines(...given: Parameters<typeof run>): Promise<string[]> {
  return (await run(...given)).filter((line) => line !== '')
}

/** Runs the completion function in bash, as readline would call it, for the last word. */
async function complete(words: readonly string[], bin?: 'alone'): Promise<string[]> {
  const program = `
    source ./bash
    COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
    _my_ship
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const offered = await lines('bash', ['--norc', '-c', program, 'bash', 'my-ship', ...words], bin)
  return offered.sort()
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
    [['deploy', '--reg'], ['--region']],
    [['up', '--reg'], ['--region']],
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
  ])('offers after %j: %j', async (words, offered) => {
    expect(await complete(words)).toEqual(offered)
  })

  it('offers commands with their aliases, and built-in ones', async () => {
    const offered = await complete([''], 'alone')
    expect(offered).toEqual(
      expect.arrayContaining(['broken', 'config', 'deploy', 'manifest', 'up']),
    )
    expect(offered).not.toContain('__complete')
  })

  it('never executes text from a name or a description', async () => {
    expect(await complete(['deploy', '$'], 'alone')).toEqual(['\\$\\(touch\\ pwned\\)'])
    expect(await complete(['deploy', ''])).toContain('web\\ app')
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})

/** Flags that make each shell check a script without running it. */
const CHECK: Record<Shell, readonly string[]> = {
  bash: ['-n'],
  zsh: ['-n'],
  fish: ['--no-execute'],
}

describe.each(SHELLS)('the completion script of %s', (shell) => {
  it('has the name of the tool', async () => {
    expect((await run('my-ship', ['completion', shell])).join()).toContain('my-ship')
  })

  it.runIf(isHere(shell))(`is accepted by the shell (needs ${shell})`, () => {
    const { status, stderr } = spawnSync(shell, [...CHECK[shell], join(home, shell)])
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  })
})

describe.runIf(isHere('fish'))('completion in fish (needs fish)', () => {
  const offered = async (line: string, bin?: 'alone'): Promise<string[]> => {
    const program = `source ./fish; complete -C ${JSON.stringify(line)}`
    const found = await lines('fish', ['--no-config', '-c', program], bin)
    return found.map((each) => each.split('\t')[0] ?? '').sort()
  }

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
  ])('offers after %j: %j', async (line, candidates) => {
    const isFirst = candidates[0] === 'deploy'
    expect(await offered(line, isFirst ? 'alone' : undefined)).toEqual(candidates)
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})

describe.runIf(isHere('zsh'))('completion in zsh (needs zsh)', () => {
  const loaded = 'autoload -Uz compinit && compinit -u -d ./dump && source ./zsh'
  const inZsh = (program: string, bin?: 'alone'): Promise<string[]> =>
    lines('zsh', ['-f', '-c', `${loaded}; ${program}`], bin)
  // Completion builtins work only in the line editor, so replace them by functions that print.
  const printing =
    '_describe() { print -l -- "${(@P)argv[-1]}" }; compset() { :; }; _files() { print files }'
  const offered = (words: readonly string[], bin?: 'alone'): Promise<string[]> => {
    const given = words.map((word) => `'${word}'`).join(' ')
    return inZsh(`${printing}; words=(my-ship ${given}); CURRENT=$#words; _my_ship`, bin)
  }

  it('registers its function for the tool', async () => {
    expect(await inZsh('print $_comps[my-ship]')).toEqual(['_my_ship'])
  })

  it('offers commands, choices, options and files', async () => {
    expect((await offered([''], 'alone')).map((each) => each.split(':')[0])).toEqual(
      expect.arrayContaining(['deploy', 'up', 'config']),
    )
    expect(await offered(['up', '--region', ''])).toEqual(['eu-west', 'eu-north', 'us'])
    expect(await offered(['up', '--region=u'])).toEqual(['eu-west', 'eu-north', 'us'])
    expect(await offered(['--format', 'json', 'config', ''])).toEqual(['get:Gets', 'set:Sets'])
    expect(await offered(['deploy', '-'])).toContain("--region:Where it's: run")
    expect(await offered(['deploy', '--config', ''])).toEqual(['files'])
    expect(existsSync(join(home, 'pwned'))).toBe(false)
  })
})
