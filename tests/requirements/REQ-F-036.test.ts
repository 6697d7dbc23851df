import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isHere } from '../e2e/processes/programs-here.ts'
import { folder } from '../e2e/processes/run-acme.ts'

import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

const NO_PROXIES = Object.fromEntries(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map(
    (name) => [name, ''],
  ),
)

describe.runIf(isHere('openssl'))('requests (needs openssl)', () => {
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
      work(['get', target, ...more], { env })
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
    const unknown = await work(['look', '--proxy', 'x'])
    expect(unknown.code).toBe(2)
  })

  it('REQ-F-037/1,2,3,4,5,6 REQ-F-063/1,2,3,4,5,6,7,8 REQ-O-019/3 REQ-C-030/11: fail with what is known about the network', async () => {
    const clean = { ...NO_PROXIES, NO_PROXY: 'x' }
    const token = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"exp":1710169200}').toString('base64url')}.x`
    const dead = 'http://127.0.0.1:9'
    const [gone, socks, typo, behind, expired, missing, denied, other] = await Promise.all([
      work(['get', dead], { env: clean }),
      work(['get', dead], { env: { ...clean, ALL_PROXY: 'socks5://ada:pass@127.0.0.1:9' } }),
      work(['get', dead, '--proxy', 'proxy:8080'], { env: clean }),
      work(['get', plain], { env: { ...clean, HTTP_PROXY: 'http://ada:pass@127.0.0.1:9' } }),
      work(['get', `${plain}/401`], { env: { ...clean, WORK_TOKEN: token } }),
      work(['get', `${plain}/401`], { env: clean }),
      work(['get', `${plain}/403`], { env: { ...clean, WORK_TOKEN: token } }),
      work(['look', '--nope']),
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
        fix_command: 'work look',
        refresh_command: 'work look',
        expires_at: '2024-03-11T15:00:00.000Z',
        network_context: { status_code: 401 },
      },
    })
    expect(missing).toMatchObject({ code: 8, error: { code: 'UNAUTHENTICATED' } })
    expect(missing.error['hint']).toContain('work look --size 1')
    expect(denied).toMatchObject({
      code: 7,
      error: { code: 'PERMISSION_DENIED', required_permission: 'things:read' },
    })
    expect(JSON.stringify([expired, behind])).not.toMatch(/eyJhb|pass@/)
    expect(JSON.stringify(other.error)).not.toContain('network_context')
  })
})
