import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\nthree\n',
  'a.c': 'int main(void) { return 0; }\n',
  'data.json': '{ "name": "board", "list": [1, 2, 3] }\n',
  'index.js': 'export const one = 1\n',
  'eslint.config.js': 'export default []\n',
  'package.json': '{ "name": "board", "version": "1.0.0", "type": "module" }\n',
  'sum.bc': '1 + 1\nquit\n',
  Makefile: 'all:\n\techo made\n',
}

/** Makes the folder that programs are checked in: a few files, archives of one, a repository with one commit. */
export function makeWorkshop(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-board-')))
  mkdirSync(join(folder, 'home'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const run = (file: string, ...words: string[]) =>
    execFileSync(file, words, {
      cwd: folder,
      env: { ...process.env, HOME: join(folder, 'home') },
      stdio: 'ignore',
    })
  run('tar', '-cf', 'a.tar', 'a.txt')
  run('xz', '--keep', 'a.txt')
  run('mv', 'a.txt.xz', 'a.xz')
  run('zstd', '-q', 'a.txt', '-o', 'a.zst')
  run('git', 'init', '-q')
  run('git', 'add', 'a.txt')
  run(
    'git',
    '-c',
    'user.name=board',
    '-c',
    'user.email=board@example.invalid',
    'commit',
    '-qm',
    'one',
  )
  return folder
}
