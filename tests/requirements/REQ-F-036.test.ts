import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isHere } from '../e2e/processes/programs-here.ts'
import { folder } from '../e2e/processes/run-acme.ts'

import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

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

  describe('with proxies in the environment', () => {
    const credentials = `Basic ${Buffer.from('ada:pass').toString('base64')}`
    const run = async () => {
      const url = `http://ada:pass@${proxy}`
      const clean = { ...NO_PROXIES, NO_PROXY: '', REQUESTS_CA_BUNDLE: '', SSL_CERT_FILE: '' }
      const proxied = { ...clean, HTTP_PROXY: url, HTTPS_PROXY: url, REQUESTS_CA_BUNDLE: bundle }
      const get = (target: string, env: Record<string, string>, ...more: string[]) =>
        work(['get', target, ...more], { env })
      return runAll({
        http: get(`${plain}/200`, proxied),
        https: get(secure, proxied),
        direct: get(plain, { ...proxied, NO_PROXY: 'example.com,localhost' }),
        untrusted: get(secure, clean),
        trusted: get(secure, { ...clean, SSL_CERT_FILE: bundle }),
        flag: get(
          plain,
          { ...clean, HTTP_PROXY: 'http://127.0.0.1:9' },
          '--proxy',
          `http://${proxy}`,
        ),
        none: get(plain, proxied, '--no-proxy'),
        without: work(['look', '--proxy', 'http://127.0.0.1:9']),
        withoutEither: work(['look', '--no-proxy']),
      })
    }
    let ended: Awaited<ReturnType<typeof run>>
    beforeAll(async () => {
      ended = await run()
    })

    it('REQ-F-036/1,4,7: go through them from the first on, without a word of the command', () => {
      expect(ended.http.data).toEqual({ status: 200, body: 'by proxy' })
      expect(ended.https.data).toEqual({ status: 200, body: 'safe' })
      expect(seen.filter((line) => line.startsWith(`GET ${plain}/200`))).toHaveLength(1)
      expect(
        seen.filter((line) => line.startsWith(`CONNECT ${new URL(secure).host}`)),
      ).toHaveLength(1)
    })

    it('REQ-F-036/5: sign in at the proxy with the credentials of its address', () => {
      expect(seen).toContain(`GET ${plain}/200 ${credentials}`)
      expect(seen).toContain(`CONNECT ${new URL(secure).host} ${credentials}`)
    })

    it('REQ-F-036/2: go straight to the hosts of NO_PROXY', () => {
      expect(ended.direct.data['body']).toBe('hello')
    })

    it('REQ-F-036/3,6: trust the bundle that a variable names, and the system without one', () => {
      expect(ended.https.data['body']).toBe('safe')
      expect(ended.trusted.data['body']).toBe('safe')
      expect(ended.untrusted).toMatchObject({ code: 12, data: null })
    })

    it('REQ-O-019/1,2: follow --proxy and --no-proxy against the environment', () => {
      expect(ended.flag.data['body']).toBe('by proxy')
      expect(ended.none.data['body']).toBe('hello')
    })

    it('REQ-O-019/4: have these options only where the command uses the network', () => {
      for (const { code, error } of [ended.without, ended.withoutEither])
        expect([code, error['code']]).toEqual([2, 'UNKNOWN_FLAG'])
    })

    it('REQ-O-019/5: that succeed say nothing about proxies', () => {
      for (const { stdout } of [ended.http, ended.flag, ended.none])
        expect(JSON.parse(stdout).meta).not.toHaveProperty('network_context')
      expect(ended.http.stdout.replace('by proxy', '')).not.toContain('proxy')
    })
  })

  describe('that fail', () => {
    const dead = 'http://127.0.0.1:9'
    const run = async () => {
      const clean = { ...NO_PROXIES, NO_PROXY: 'x' }
      const token = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"exp":1710169200}').toString('base64url')}.x`
      const withToken = { ...clean, WORK_TOKEN: token }
      const log = join(folder(), 'audit.jsonl')
      const ended = await runAll({
        gone: work(['get', dead], { env: clean }),
        socks: work(['get', dead], {
          env: { ...clean, ALL_PROXY: 'socks5://ada:pass@127.0.0.1:9' },
        }),
        typo: work(['get', dead, '--proxy', 'proxy:8080'], { env: clean }),
        behind: work(['get', plain], {
          env: { ...clean, HTTP_PROXY: 'http://ada:pass@127.0.0.1:9' },
        }),
        expired: work(['get', `${plain}/401`, '--debug'], {
          env: { ...withToken, WORK_AUDIT_LOG: log },
        }),
        missing: work(['get', `${plain}/401`], { env: clean }),
        denied: work(['get', `${plain}/403`], { env: withToken }),
        other: work(['look', '--nope']),
        schema: work(['get', '--schema']),
      })
      // The command that the answer names, as it is.
      const [program, ...words] = (ended.expired.error['refresh_command'] as string).split(' ')
      const refreshed = await work(words)
      return { ...ended, program, refreshed, audit: readFileSync(log, 'utf8') }
    }
    let ended: Awaited<ReturnType<typeof run>>
    beforeAll(async () => {
      ended = await run()
    })

    it('REQ-F-037/2,5,6: say that no proxy was used, and what else counted', () => {
      expect(ended.gone).toMatchObject({ code: 12, error: { code: 'CONNECTION_FAILED' } })
      expect(ended.gone.error['network_context']).toEqual({
        url: `${dead}/`,
        status_code: null,
        proxy_used: null,
        proxy_source: null,
        no_proxy: 'x',
        ssl_verify: true,
        suggestion: `curl -v ${dead}/`,
      })
    })

    it('REQ-F-037/1,3 REQ-O-019/3: behind a proxy name it, with the command that tries it by hand', () => {
      expect(ended.behind.error['network_context']).toMatchObject({
        proxy_used: 'http://127.0.0.1:9',
        proxy_source: 'HTTP_PROXY',
        suggestion: expect.stringMatching(/^curl -v --proxy http:\/\/127\.0\.0\.1:9 http/),
      })
    })

    it('REQ-F-037/4: have no such block where no network was used', () => {
      expect(ended.other.code).toBe(2)
      expect(ended.other.stdout).not.toContain('network_context')
    })

    it('refuse an address that is none of an HTTP proxy', () => {
      const wrong = 'ALL_PROXY is not the address of an HTTP proxy.'
      expect(ended.socks).toMatchObject({ code: 12, error: { message: wrong, retryable: false } })
      expect(ended.typo).toMatchObject({ code: 2, error: { code: 'INVALID_VALUE' } })
    })

    it('REQ-F-063/1,6 REQ-C-030/11: because of an expired token say how to renew it', () => {
      expect(ended.expired).toMatchObject({
        code: 8,
        error: {
          code: 'CREDENTIALS_EXPIRED',
          fix_command: 'work look',
          refresh_command: 'work look',
          expires_at: '2024-03-11T15:00:00.000Z',
          network_context: { status_code: 401 },
        },
      })
    })

    it('REQ-F-063/5: name a command that runs as it is', () => {
      expect([ended.program, ended.refreshed.code]).toEqual(['work', 0])
    })

    it('REQ-F-063/2: without a token name the command that signs in', () => {
      expect(ended.missing).toMatchObject({ code: 8, error: { code: 'UNAUTHENTICATED' } })
      expect(ended.missing.error['hint']).toContain('work look --size 1')
    })

    it('REQ-F-063/3,7: for want of a scope name it, which the command has declared', () => {
      expect(ended.denied).toMatchObject({
        code: 7,
        error: { code: 'PERMISSION_DENIED', required_permission: 'things:read' },
      })
      expect(ended.schema.data['required_scopes']).toEqual(['things:read'])
    })

    it('REQ-F-063/4: tell by exit and code what became of the credentials', () => {
      const told = [ended.expired, ended.missing, ended.denied].map(({ code, error }) => [
        code,
        error['code'] as string,
      ])
      expect(told).toEqual([
        [8, 'CREDENTIALS_EXPIRED'],
        [8, 'UNAUTHENTICATED'],
        [7, 'PERMISSION_DENIED'],
      ])
    })

    it('REQ-F-063/8: write no credential anywhere', () => {
      expect(ended.audit).toContain('"get"')
      for (const { stdout, stderr } of [ended.expired, ended.denied, ended.behind, ended.socks])
        expect(stdout + stderr + ended.audit).not.toMatch(/eyJhb|pass@/)
    })
  })
})
