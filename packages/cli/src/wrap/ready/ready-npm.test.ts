import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createWrapped } from './ready.suite.ts'

/** A registry with two packages that do not fit each other, and one for members. */
const packages: Readonly<Record<string, object>> = {
  base: { '1.0.0': {}, '2.0.0': {} },
  plugin: { '1.0.0': { peerDependencies: { base: '^1.0.0' } } },
}
const server = createServer((request, response) => {
  const name = (request.url ?? '').slice(1).replace(/\?.*/, '')
  const versions = Object.hasOwn(packages, name) ? packages[name] : undefined
  if (name === 'private') return void response.writeHead(401).end('{"error":"sign in"}')
  if (!versions) return void response.writeHead(404).end('{"error":"not found"}')
  const entries = Object.entries(versions).map(([version, more]) => [
    version,
    { name, version, dist: { tarball: `${registry}/${name}.tgz` }, ...(more as object) },
  ])
  const latest = entries.at(-1)?.[0]
  const body = { name, 'dist-tags': { latest }, versions: Object.fromEntries(entries) as object }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const root = mkdtempSync(join(tmpdir(), 'surety-wrap-npm-'))
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(root, { recursive: true, force: true })
})

const folderWith = (name: string, manifest?: object): string => {
  const folder = join(root, name)
  mkdirSync(folder)
  if (manifest) writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  return folder
}
const npmIn = (folder: string, at = registry) =>
  createWrapped('npm', folder, {
    HOME: root,
    npm_config_registry: at,
    npm_config_cache: join(root, 'cache'),
    npm_config_fetch_retries: '0',
    npm_config_userconfig: join(root, 'none'),
    NO_PROXY: '*',
  })

test('npm: what is there, and what is not', async () => {
  const manifest = { name: 'own', version: '1.2.3', scripts: { hi: 'echo "$0"; exit 3' } }
  const npm = await npmIn(folderWith('plain', manifest))
  const empty = await npmIn(folderWith('empty'))
  const clash = {
    name: 'clash',
    version: '1.0.0',
    dependencies: { base: '^2.0.0', plugin: '^1.0.0' },
  }
  const clashing = await npmIn(folderWith('clash', clash))
  const away = await npmIn(folderWith('away', manifest), 'http://127.0.0.1:1')
  // Each start takes half a second, so all are made at once.
  const ends = await Promise.all([
    npm.data('view', 'base', 'version'),
    npm.fails('view', 'no-such-package'),
    npm.fails('view', 'private'),
    npm.data('scripts', 'list'),
    npm.fails('scripts', 'run', 'nope'),
    npm.fails('scripts', 'run', 'hi'),
    npm.data('bump', 'minor', '--dry-run'),
    empty.fails('scripts', 'list'),
    clashing.fails('install'),
    away.fails('view', 'base'),
    npm.fails('unpublish', 'base@1.0.0'),
  ])
  const error = (category: string, code: string) => expect.objectContaining({ category, code })
  expect(ends).toEqual([
    '2.0.0',
    error('NOT_FOUND', 'PACKAGE_NOT_FOUND'),
    error('AUTH_REQUIRED', 'SIGN_IN_REQUIRED'),
    manifest.scripts,
    error('NOT_FOUND', 'SCRIPT_UNKNOWN'),
    error('GENERAL_ERROR', 'PROGRAM_FAILED'),
    expect.objectContaining({ effect: 'would_update' }),
    error('PRECONDITION', 'NO_PACKAGE'),
    error('CONFLICT', 'DEPENDENCY_CONFLICT'),
    error('UNAVAILABLE', 'REGISTRY_UNREACHABLE'),
    error('ARG_ERROR', 'CONFIRMATION_REQUIRED'),
  ])
}, 60_000)
