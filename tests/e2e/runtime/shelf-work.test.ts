import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import type { Loose, ProcessOptions } from '../processes/run-program.ts'
import { shelfOf } from '../processes/run-shelf.ts'

// The lines of contract 1.16 below P0 that are about work: children, folders, steps, needs and requests.

const shelf = shelfOf('shelf.mjs')
const all = (lines: readonly (readonly string[])[], options?: ProcessOptions) =>
  Promise.all(lines.map((argv) => shelf(argv, options)))

describe('children', () => {
  it('REQ-F-066/1,2,3,4 REQ-F-050/1,2,3,5: speak plainly and look for no updates', async () => {
    const env = { LC_ALL: 'de_DE.UTF-8' }
    const [plain, kept] = await all([['env'], ['env-kept']], { env })
    expect(plain!.data).toEqual({ out: ['C', '1', '1', ''], own: 'de_DE.UTF-8' })
    expect(kept!.data).toEqual({ out: 'de_DE.UTF-8' })
  })
})

describe('walking through folders', () => {
  it('REQ-F-061/1,2,3,4,5,6 REQ-O-040/1,2,3,4,5,6,7: finds circles and depth before anything changes', async () => {
    const root = folder()
    mkdirSync(join(root, 'a/b/c'), { recursive: true })
    writeFileSync(join(root, 'a/file'), '')
    const [whole, deep] = await all([
      ['walk', root],
      ['walk', root, '--max-depth', '2'],
    ])
    expect(whole!.data['paths']).toEqual(
      ['a', 'a/b', 'a/b/c', 'a/file'].map((path) => join(root, path)),
    )
    expect(deep).toMatchObject({
      code: 4,
      error: {
        code: 'DEPTH_EXCEEDED',
        suggestion: expect.stringContaining('--max-depth'),
        context: { max_depth: 2, path: join(root, 'a/b') },
      },
    })
    symlinkSync(root, join(root, 'a/b/up'))
    const [loop, skipped, schema] = await all([
      ['remove-tree', root],
      ['walk', root, '--no-follow-symlinks'],
      ['walk', '--schema'],
    ])
    expect(loop).toMatchObject({
      code: 4,
      calls: 0,
      error: { code: 'SYMLINK_LOOP', context: { path: join(root, 'a/b/up'), loop_target: root } },
    })
    expect(skipped!.data['paths']).toHaveLength(4)
    expect(schema!.data['flags']).toMatchObject({
      'no-follow-symlinks': { type: 'boolean' },
      'max-depth': { type: 'integer', default: 50 },
    })
  })
})

describe('steps and batches', () => {
  it('REQ-C-008/1,2,3,4,5,6,7,8: say what is done, what failed and what was not reached', async () => {
    const wait = (options: ProcessOptions) => shelf(['steps', '--wait'], options)
    const [schema, streamed, failed, done, ended, late] = await Promise.all([
      shelf(['steps', '--schema']),
      shelf(['steps', '--stream']),
      shelf(['steps', '--breaks']),
      shelf(['steps']),
      wait({ whenReady: (child) => child.kill('SIGTERM') }),
      wait({ env: { SHELF_LIMIT: '3000' } }),
    ])
    expect(schema.data['steps']).toEqual(['snapshot', 'copy', 'check'])
    expect(schema.data['exit_codes']).toMatchObject({ 3: { retryable: false } })
    const report = { completed_steps: ['snapshot'], failed_step: 'copy', skipped_steps: ['check'] }
    expect(failed).toMatchObject({
      code: 3,
      data: { ...report, partial: true, resume_from: 'copy' },
    })
    const events = ['snapshot', 'copy', 'check'].flatMap((step) =>
      ['start', 'complete'].map((event) => ({ step, event })),
    )
    expect(failed.meta['step_events']).toEqual(events.slice(0, 3))
    expect(done.meta['step_events']).toEqual(events)
    expect(streamed.documents.at(-1)).toMatchObject({ _summary: true, step_events: events })
    expect(done.data).toEqual({
      effect: 'updated',
      completed_steps: ['snapshot', 'copy', 'check'],
      failed_step: null,
      skipped_steps: [],
    })
    expect(ended).toMatchObject({ code: 143, data: { partial: true, ...report } })
    expect(late).toMatchObject({ code: 10, data: { partial: true, ...report } })
  })
})

describe('doctor', () => {
  it('REQ-O-026/1,2,3,5,6,7,8,9 REQ-O-031/1,2,3,4,5,6,7,8,9: checks what the author declared', async () => {
    const [well, sick, manifest, ...wrong] = await Promise.all([
      shelf(['doctor']),
      shelf(['doctor'], { env: { SICK: '1' } }),
      shelf(['manifest']),
      shelf(['look'], { env: { NEEDS: '{"git":{"version":">=2"}}' } }),
      shelf(['look'], { env: { NEEDS: '{"git":{"fix":"true"}}' } }),
    ])
    expect(well.code).toBe(0)
    expect(well.data['checks']).toContainEqual({ name: 'sh', ok: true, required: '*' })
    expect(well.data['dependencies']).toContainEqual(
      expect.objectContaining({ name: 'true', min_version: '*', ok: true }),
    )
    expect(sick).toMatchObject({ code: 4, error: { code: 'DOCTOR_CHECKS_FAILED' } })
    const checks = sick.data['checks'] as Loose[]
    const failed = checks.filter(({ ok }) => ok === false)
    expect(failed.map(({ name }) => name)).toEqual([
      'no-such-program',
      'no-such-either',
      'git',
      'disk',
      'api',
    ])
    for (const { fix } of failed) expect(fix).toEqual(expect.any(String))
    expect(failed.at(-1)!['network_context']).toMatchObject({ proxy_used: null })
    expect(sick.data['dependencies']).toContainEqual(
      expect.objectContaining({ name: 'no-such-program', found_version: null, ok: false }),
    )
    expect(sick.data['dependencies']).toContainEqual(
      expect.objectContaining({ name: 'no-such-either', found_version: null, ok: false }),
    )
    expect(sick.warnings).toContainEqual(expect.objectContaining({ code: 'DEPENDENCY_UNTESTED' }))
    for (const [index, said] of ['doctor.git.fix', 'doctor.git.version'].entries())
      expect(wrong[index]!.stdout).toContain(said)
    expect(manifest.data['dependencies']).toContainEqual({
      name: 'node',
      check_command: 'node --version',
      min_version: '18',
      version_regex: expect.any(String),
      fix_command: 'apt-get install -y nodejs',
    })
  })
})

const NO_PROXIES = Object.fromEntries(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map(
    (name) => [name, ''],
  ),
)

describe('requests', () => {
  const seen: string[] = []
  const servers: Server[] = []
  let [plain, secure, proxy, bundle] = ['', '', '', '']
  const listen = async (server: Server): Promise<number> => {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  beforeAll(async () => {
    const keys = folder()
    bundle = join(keys, 'cert.pem')
    const argv = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ')
    argv.push('-addext', 'subjectAltName=DNS:localhost', '-keyout', join(keys, 'key.pem'))
    execFileSync('openssl', [...argv, '-out', bundle], { stdio: 'ignore' })
    const answer = createServer((request, response) => {
      response.statusCode = Number(request.url!.slice(1)) || 200
      response.end('hello')
    })
    plain = `http://localhost:${await listen(answer)}`
    const pair = { key: readFileSync(join(keys, 'key.pem')), cert: readFileSync(bundle) }
    const safe = createSecureServer(pair, (_request, response) => response.end('safe'))
    secure = `https://localhost:${await listen(safe)}`
    const between = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
      response.end('by proxy')
    })
    between.on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
      const [, port] = request.url!.split(':')
      const other = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        other.pipe(socket).pipe(other)
      })
      for (const each of [other, socket]) each.on('error', () => {})
    })
    proxy = `127.0.0.1:${await listen(between)}`
  })
  afterAll(() => {
    for (const server of servers) server.close()
  })

  it('REQ-F-036/1,2,3,4,5,6,7 REQ-O-019/1,2,4,5: go through the proxy that the environment names', async () => {
    const url = `http://ada:pass@${proxy}`
    const credentials = `Basic ${Buffer.from('ada:pass').toString('base64')}`
    const clean = {
      ...NO_PROXIES,
      NO_PROXY: '',
      REQUESTS_CA_BUNDLE: '',
      SSL_CERT_FILE: '',
    }
    const proxied = { ...clean, HTTP_PROXY: url, HTTPS_PROXY: url, REQUESTS_CA_BUNDLE: bundle }
    const get = (target: string, env: Record<string, string>, ...more: string[]) =>
      shelf(['get', target, ...more], { env })
    const [http, https, direct, untrusted, trusted, flag, none] = await Promise.all([
      get(`${plain}/200`, proxied),
      get(secure, proxied),
      get(plain, { ...proxied, NO_PROXY: 'example.com,localhost' }),
      get(secure, clean),
      get(secure, { ...clean, SSL_CERT_FILE: bundle }),
      get(plain, clean, '--proxy', `http://${proxy}`),
      get(plain, proxied, '--no-proxy'),
    ])
    expect(http.data).toEqual({ status: 200, body: 'by proxy' })
    expect(https.data).toEqual({ status: 200, body: 'safe' })
    expect(seen).toContain(`GET ${plain}/200 ${credentials}`)
    expect(seen).toContain(`CONNECT ${new URL(secure).host} ${credentials}`)
    expect([direct.data['body'], none.data['body']]).toEqual(['hello', 'hello'])
    expect(untrusted.code).toBe(12)
    expect(trusted.data['body']).toBe('safe')
    expect(flag.data['body']).toBe('by proxy')
    const unknown = await shelf(['look', '--proxy', 'x'])
    expect(unknown.code).toBe(2)
  })

  it('REQ-F-037/1,2,3,4,5,6 REQ-F-063/1,2,3,4,5,6,7,8 REQ-O-019/3 REQ-C-030/11: fail with what is known about the network', async () => {
    const clean = { ...NO_PROXIES, NO_PROXY: 'x' }
    const token = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"exp":1710169200}').toString('base64url')}.x`
    const dead = 'http://127.0.0.1:9'
    const [gone, socks, typo, behind, expired, missing, denied, other] = await Promise.all([
      shelf(['get', dead], { env: clean }),
      shelf(['get', dead], { env: { ...clean, ALL_PROXY: 'socks5://ada:pass@127.0.0.1:9' } }),
      shelf(['get', dead, '--proxy', 'proxy:8080'], { env: clean }),
      shelf(['get', plain], { env: { ...clean, HTTP_PROXY: 'http://ada:pass@127.0.0.1:9' } }),
      shelf(['get', `${plain}/401`], { env: { ...clean, SHELF_TOKEN: token } }),
      shelf(['get', `${plain}/401`], { env: clean }),
      shelf(['get', `${plain}/403`], { env: { ...clean, SHELF_TOKEN: token } }),
      shelf(['look', '--nope']),
    ])
    expect(gone).toMatchObject({ code: 12, error: { code: 'CONNECTION_FAILED' } })
    const wrong = 'ALL_PROXY is not the address of an HTTP proxy.'
    expect(socks).toMatchObject({ code: 12, error: { message: wrong, retryable: false } })
    expect(typo).toMatchObject({ code: 2, error: { code: 'INVALID_VALUE' } })
    expect(gone.error['network_context']).toEqual({
      url: `${dead}/`,
      status_code: null,
      proxy_used: null,
      proxy_source: null,
      no_proxy: 'x',
      ssl_verify: true,
      suggestion: `curl -v ${dead}/`,
    })
    expect(behind.error['network_context']).toMatchObject({
      proxy_used: 'http://127.0.0.1:9',
      proxy_source: 'HTTP_PROXY',
      suggestion: expect.stringMatching(/^curl -v --proxy http:\/\/127\.0\.0\.1:9 http/),
    })
    expect(expired).toMatchObject({
      code: 8,
      error: {
        code: 'CREDENTIALS_EXPIRED',
        fix_command: 'shelf look',
        refresh_command: 'shelf look',
        expires_at: '2024-03-11T15:00:00.000Z',
        network_context: { status_code: 401 },
      },
    })
    expect(missing).toMatchObject({ code: 8, error: { code: 'UNAUTHENTICATED' } })
    expect(missing.error['hint']).toContain('shelf look --size 1')
    expect(denied).toMatchObject({
      code: 7,
      error: { code: 'PERMISSION_DENIED', required_permission: 'things:read' },
    })
    expect(JSON.stringify([expired, behind])).not.toMatch(/eyJhb|pass@/)
    expect(JSON.stringify(other.error)).not.toContain('network_context')
  })
})
