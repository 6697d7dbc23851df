import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Builds what the stops need in a folder: a project whose test fails, a slow server of git, two small programs. */
export function buildScenes(home) {
  const [shop, origin, bin] = ['shop', 'origin.git', 'bin'].map((name) => join(home, name))
  for (const folder of [shop, bin, join(home, 'state')]) mkdirSync(folder)
  writeFileSync(
    join(shop, 'package.json'),
    '{ "name": "shop", "scripts": { "test": "node --test" } }\n',
  )
  writeFileSync(join(shop, 'cart.test.mjs'), FAILING_TEST)
  program(join(bin, 'gh'), `#!${process.execPath}\n${THIRTY}`)
  program(join(bin, 'old-tool'), '#!/bin/sh\necho "Error: something went wrong"\n')
  if (hasGit()) buildRepositories(shop, origin)
}

/** Whether the stops that push can be shown. */
export function hasGit() {
  return spawnSync('git', ['--version'], { stdio: 'ignore' }).status === 0
}

function buildRepositories(shop, origin) {
  const git = (...words) =>
    execFileSync('git', ['-C', shop, ...IDENTITY, ...words], { stdio: 'ignore' })
  execFileSync('git', ['init', '--quiet', '--bare', origin], { stdio: 'ignore' })
  git('init', '--quiet')
  git('symbolic-ref', 'HEAD', 'refs/heads/main')
  git('remote', 'add', 'origin', origin)
  git('add', '-A')
  git('commit', '--quiet', '--no-verify', '-m', 'A cart')
  // It answers long after the push has happened.
  program(join(origin, 'hooks', 'post-receive'), '#!/bin/sh\nsleep 10\n')
}

const IDENTITY = ['user.name=Ada', 'user.email=ada@example.com', 'commit.gpgsign=false'].flatMap(
  (setting) => ['-c', setting],
)

const FAILING_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'

test('adds the prices', () => assert.equal(60 + 40, 100))
test('starts empty', () => assert.equal([].length, 0))
test('counts a thing twice', () => assert.equal(2 * 40, 80))
test('takes the discount off', () => assert.equal(100 - 10, 80))
`

const THIRTY = `const issues = Array.from({ length: 30 }, (_, at) => (240 - at) + '\\tOPEN\\tAn issue\\n')
process.stdout.write(issues.join(''))
`

function program(path, text) {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}
