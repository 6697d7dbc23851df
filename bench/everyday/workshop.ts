import { execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small project with a mistake in it, and a server. */
export interface Workshop {
  readonly folder: string
  readonly url: string
  readonly server: Server
}

export async function openWorkshop(modules: string): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), 'everyday-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'src'))
  symlinkSync(modules, join(folder, 'node_modules'))
  write(
    'package.json',
    JSON.stringify(
      { name: 'small', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } },
      null,
      2,
    ),
  )
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }',
  )
  write('src/a.ts', "export const greeting: number = 'hello'\nexport const other = greeting\n")
  write('src/b.ts', "export const greeting: string = 'hello'\n")
  write(
    'a.test.js',
    "import test from 'node:test'\nimport assert from 'node:assert'\ntest('adds', () => assert.equal(1 + 1, 3))\n",
  )
  write('src/table.txt', '3 c\n1 a\n2 b\n')
  write(
    'src/long.txt',
    Array.from({ length: 4000 }, (_, n) => `line ${n + 1} of a long file\n`).join(''),
  )
  write('Makefile', 'all:\n\t@echo building\n\t@false\n')
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
      cwd: folder,
      stdio: 'ignore',
    })
  git('init', '-q', '-b', 'main', '.')
  write('.gitignore', 'node_modules\n')
  git('add', '.')
  git('commit', '-q', '-m', 'Start')
  write('src/b.ts', "export const greeting: string = 'bye'\n")
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/ok' ? 200 : 404
    response.end(response.statusCode === 200 ? '{"ok":1}\n' : 'missing\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { folder, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
