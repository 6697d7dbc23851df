import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isHere } from '../processes/programs-here.ts'
import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'
import { FAILING } from './failing-programs.table.ts'

let bench: Bench
let cwd = ''
beforeAll(async () => {
  bench = await createBench()
  cwd = join(bench.folder, 'work')
  mkdirSync(cwd)
  for (const [file, text] of Object.entries({
    'a.txt': 'one:1\ntwo:2\n',
    'b.txt': 'b\na\n',
    'bad.c': 'int main(void){return x;}\n',
    'bad.py': 'def x(:\n',
    'package.json': '{"name":"x","version":"1.0.0"}',
  }))
    writeFileSync(join(cwd, file), text)
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...words], { cwd })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', '1')
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

const run = (line: string): Promise<Parsed> =>
  bench.answer(['run', '--retries', '0', '--', ...line.split(' ')], { cwd })

describe('failures of the real programs', () => {
  for (const [line = '', code, changed, again] of FAILING) {
    const [program = ''] = line.split(' ')
    // What is not there fails too.
    const isRun = /^(?:\.\/nope|no-such-program)$/.test(program) || isHere(program)
    test.runIf(isRun)(`${line}: ${code}, changed ${changed}`, async () => {
      const { error, meta } = await run(line)
      const { verdict } = meta
      expect({
        code: error?.code,
        changed: verdict.changed,
        again: error?.retryable === true ? 'again' : '-',
      }).toEqual({ code, changed, again })
      if (code === 'ARG_ERROR') expect(verdict.reason).not.toBe('IN_DOUBT')
      if (verdict.reason === 'READ_FAILED') expect(changed).toBe('no')
      expect(error.message).not.toMatch(/^npm warn|--help\b.*more information/i)
      expect(error.suggestion ?? '').not.toMatch(/--help\.?$/)
    })
  }
})

describe('surety wrap says the same as surety run', () => {
  for (const line of [
    'git log nope',
    'git show HEAD:nope',
    'git blame nope',
    'git ls-remote http://127.0.0.1:1/x.git',
    'npm view x --registry=http://127.0.0.1:1 --fetch-retries=0',
    'curl -sS http://127.0.0.1:1/',
    'jq . a.txt',
    'jq .a nope',
  ]) {
    const [program = '', ...words] = line.split(' ')
    test.runIf(isHere(program))(`of ${line}`, async () => {
      const call = ['wrap', program, 'read', '--', ...words]
      const { envelope: wrapped } = await bench.surety(call, { cwd })
      const plain = await run(line)
      // curl says after how many milliseconds.
      const facts = ({ error }: Parsed) => [
        error?.code,
        error?.retryable,
        error?.message?.replace(/after \d+ ms/, 'after some ms'),
      ]
      expect(facts(wrapped)).toEqual(facts(plain))
    })
  }
})
