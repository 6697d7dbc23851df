import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { defineCli, defineCommand, defineGroup } from '../runtime/index.ts'
import { s } from '../schema/index.ts'
import { toFetch, toNodeListener } from './public.ts'

/** One for all, because it compiles its schemas at the first use. */
const validator = new Validator()
type Spec = Exclude<Parameters<Validator['validate']>[0], string>

let changes = 0
let onHang: (gone: { readonly over: Promise<void> }) => void = () => {}
const list = defineCommand({
  description: 'Lists volumes',
  danger: 'safe',
  list: true,
  options: { zone: s.enum(['a', 'b']).optional(), tag: s.array(s.string()).optional() },
  output: s.array(s.object({ name: s.string() })),
  run: ({ options }) => [
    { name: options.zone ?? 'any' },
    ...(options.tag ?? []).map((name) => ({ name })),
  ],
})
const show = defineCommand({
  description: 'Shows a volume',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The volume was shown',
    NOT_FOUND: 'There is no such volume',
    UNAVAILABLE: 'The volume is busy',
    AUTH_REQUIRED: 'The caller is unknown',
  },
  args: { name: s.string() },
  errors: {
    BUSY: { exit: 'UNAVAILABLE', retryable: true },
    GONE: 'NOT_FOUND',
    DENIED: 'AUTH_REQUIRED',
  },
  run: ({ args, fail }) => {
    if (args.name === 'busy') fail('BUSY', 'Later.', { retry_after_ms: 1500 })
    if (args.name === 'gone') fail('GONE', 'It is gone.')
    if (args.name === 'denied') fail('DENIED', 'Who are you?')
    if (args.name === 'broken') throw new Error('broken')
    process.stdout.write('noise\n')
    return { name: args.name }
  },
})
const create = defineCommand({
  description: 'Makes a volume',
  danger: 'mutating',
  args: { name: s.string() },
  options: { size: s.integer().default(1), apiKey: s.string().secret().optional() },
  run: ({ args, options }) => {
    changes += 1
    if (args.name === 'secret') throw new Error(`refused ${options.apiKey}`)
    return { effect: 'created', name: args.name, size: options.size }
  },
})
const remove = defineCommand({
  description: 'Removes a volume',
  danger: 'destructive',
  args: { name: s.string() },
  run: ({ args }) => {
    changes += 1
    return { effect: 'deleted', name: args.name }
  },
  dryRun: ({ args }) => ({ effect: 'would_delete', would_affect: [args.name] }),
})
const hang = defineCommand({
  description: 'Hangs',
  danger: 'safe',
  run: ({ signal }) => {
    const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    onHang({ over: gone })
    return gone.then(() => ({}))
  },
})
const hidden = defineCommand({
  description: 'Hidden',
  hidden: true,
  run: () => ({ effect: 'noop' }),
})
const commands = {
  volume: defineGroup({ description: 'Volumes', commands: { list, show, create, remove } }),
  hang,
  hidden,
}
const cli = defineCli({
  name: 'acme',
  version: '1.2.3',
  description: 'Manages volumes',
  globals: { tenant: s.string().default('main') },
  commands,
})

let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer(toNodeListener(toFetch(cli, { basePath: '/api/', maxBodyBytes: 1000 })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${origin}/api${path}`, init)
  const text = await response.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('a tool over HTTP', () => {
  it('answers reads with the envelope, and takes its input from the query', async () => {
    const found = await ask('/volume/list?zone=a&tag=x&tag=y,z&limit=2')
    expect(found).toMatchObject({
      status: 200,
      body: { ok: true, data: [{ name: 'a' }, { name: 'x' }], meta: { truncated: true } },
    })
    expect(Object.keys(found.body as object)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
    expect(found.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(found.headers.get('cache-control')).toBe('no-store')
    const head = await ask('/volume/show?name=a', { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: null })
  })

  it.each([
    ['/volume/show?name=gone', 404, 'GONE'],
    ['/volume/show?name=denied', 401, 'DENIED'],
    ['/volume/show?name=broken', 500, 'INTERNAL_ERROR'],
    ['/volume/show', 400, 'MISSING_ARGUMENT'],
    ['/volume/list?zone=c', 400, 'INVALID_CHOICE'],
    ['/volume/list?limt=5', 400, 'UNKNOWN_FLAG'],
    ['/volume/list?format=yaml', 400, 'UNKNOWN_FLAG'],
    ['/volume/list?input-file=/etc/passwd', 400, 'UNKNOWN_FLAG'],
    ['/volume/list?zone=a&zone=b', 400, 'MALFORMED_QUERY'],
    ['/volume/list?zone=%E0%A4%A', 400, 'MALFORMED_QUERY'],
    ['/volume/list?tag=a&--tag=b', 400, 'INVALID_VALUE'],
    ['/volume/list?__proto__=a', 400, 'UNKNOWN_FLAG'],
    ['/volume/none', 404, 'UNKNOWN_COMMAND'],
    ['/hidden', 404, 'UNKNOWN_COMMAND'],
    ['/manifest', 404, 'UNKNOWN_COMMAND'],
    ['/__proto__', 404, 'UNKNOWN_COMMAND'],
    ['/volume/create?name=a', 405, 'METHOD_NOT_ALLOWED'],
  ])('%s is %i with the code %s', async (path, status, code) => {
    expect(await ask(path)).toMatchObject({ status, body: { ok: false, error: { code } } })
  })

  it('says what is wrong with a command that is declared wrongly, and offers the others', async () => {
    const good = { danger: 'safe', run: () => ({}) } as const
    const commands = { good, bad: { ...good, cache: true } } as Record<string, typeof good>
    const handler = toFetch(defineCli({ name: 'acme', commands }))
    expect((await handler(new Request('http://x/good'))).status).toBe(200)
    const answer = await handler(new Request('http://x/bad'))
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({
      ok: false,
      error: {
        code: 'INTERNAL_ERROR',
        message:
          "The command 'bad' cannot be loaded: command 'bad' has a member 'cache', which does not exist; did you mean cacheable?",
      },
    })
    const some = toFetch(defineCli({ name: 'acme', commands }), { offers: (key) => key === 'good' })
    expect((await some(new Request('http://x/bad'))).status).toBe(404)
  })

  it('says when to come back, and which methods a path has', async () => {
    const busy = await ask('/volume/show?name=busy')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await ask('/volume/remove')).headers.get('allow')).toBe('POST')
    expect((await post('/volume/list', {})).headers.get('allow')).toBe('GET, HEAD')
  })

  it('changes something only by POST, and destroys only with its confirmation in the query', async () => {
    changes = 0
    expect(await post('/volume/create', { name: 'a', size: 3, tenant: 'x' })).toMatchObject({
      status: 200,
      body: { data: { effect: 'created', name: 'a', size: 3 } },
    })
    const unconfirmed = await post('/volume/remove', { name: 'a' })
    expect(unconfirmed).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'CONFIRMATION_REQUIRED',
          suggestion: 'Review would_affect, then add ?confirm-destructive=true.',
        },
      },
    })
    const smuggled = await post('/volume/remove', { name: 'a', confirmDestructive: true })
    expect(smuggled).toMatchObject({ status: 400, body: { error: { code: 'UNKNOWN_FLAG' } } })
    expect(await post('/volume/create?name=b', { name: 'a' })).toMatchObject({ status: 400 })
    expect(changes).toBe(1)
    const preview = await post('/volume/remove?dry-run=true', { name: 'a' })
    expect(preview.body).toMatchObject({ data: { would_affect: ['a'] } })
    expect(changes).toBe(1)
    expect(await post('/volume/remove?confirm-destructive=true', { name: 'a' })).toMatchObject({
      status: 200,
      body: { data: { effect: 'deleted' } },
    })
    expect(changes).toBe(2)
  })

  it('refuses bodies that are no JSON object, too large or of another type', async () => {
    changes = 0
    for (const body of ['{"name":', '[]', '"a"', 'null', '\uD800'])
      expect(await post('/volume/create', body)).toMatchObject({
        status: 400,
        body: { error: { code: 'MALFORMED_BODY' } },
      })
    expect(await post('/volume/create', { name: 'x'.repeat(2000) })).toMatchObject({
      status: 413,
      body: { error: { code: 'BODY_TOO_LARGE' } },
    })
    const plain = await post('/volume/create', { name: 'a' }, { 'content-type': 'text/plain' })
    expect(plain.status).toBe(415)
    // A form of another site can send this, with a confirmation in its address.
    const empty = await ask('/volume/create', { method: 'POST' })
    expect(empty.status).toBe(415)
    for (const headers of [
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-encoding': 'gzip' },
    ])
      expect(await post('/volume/create', { name: 'a' }, headers)).toMatchObject({ status: 415 })
    // Sent in pieces, so that its length is not known before.
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${origin}/api/volume/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      })
      sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
      for (let piece = 0; piece < 20; piece += 1) sent.write(' '.repeat(100))
      sent.end('{}')
    })
    expect(status).toBe(413)
    expect(changes).toBe(0)
  })

  it('refuses bodies of which parsing keeps a part only', async () => {
    changes = 0
    for (const body of ['{"name":"a","name":"b"}', '{"name":"a","size":12345678901234567890}'])
      expect(await post('/volume/create', body)).toMatchObject({
        status: 400,
        body: { error: { code: 'MALFORMED_BODY' } },
      })
    expect(changes).toBe(0)
  })

  it('answers a request whose body breaks off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    const request = new Request('http://x/volume/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    })
    const response = await toFetch(cli)(request)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'MALFORMED_BODY', message: 'The body broke off before its end.' },
    })
  })

  it('quotes the tag of an answer, and knows it again in every form that HTTP has', async () => {
    const tool = defineCli({
      name: 'limits',
      danger: 'safe',
      cacheable: true,
      run: () => ({ max: 5 }),
    })
    const get = (tags?: string) =>
      toFetch(tool)(
        new Request(
          'http://x/limits',
          tags === undefined ? {} : { headers: { 'if-none-match': tags } },
        ),
      )
    const first = await get()
    const tag = first.headers.get('etag')!
    const bare = ((await first.json()) as { meta: { etag: string } }).meta.etag
    expect(tag).toBe(`"${bare}"`)
    for (const known of [tag, `W/${tag}`, bare, `"other", ${tag}`, '*']) {
      const again = await get(known)
      expect([known, again.status, again.headers.get('etag')]).toEqual([known, 304, tag])
    }
    for (const unknown of ['"other"', 'W/"other", "more"', ''])
      expect((await get(unknown)).status).toBe(200)
  })

  it('shows no secret', async () => {
    const { body } = await post('/volume/create', { name: 'secret', apiKey: 'hunter2hunter2' })
    expect(JSON.stringify(body)).toContain('[REDACTED]')
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  it('ends a call whose client leaves', async () => {
    const hanging = new Promise<{ readonly over: Promise<void> }>((resolve) => (onHang = resolve))
    const leaving = new AbortController()
    const asked = ask('/hang', { signal: leaving.signal }).catch(() => null)
    const { over } = await hanging
    leaving.abort()
    await Promise.all([asked, over])
  })

  it('has a limited number of calls at work, and lets others wait', async () => {
    let begun = 0
    let free = () => {}
    const opened = new Promise<void>((resolve) => (free = resolve))
    const wait = async () => {
      begun += 1
      await opened
      return {}
    }
    const handler = toFetch(defineCli({ name: 'slow', danger: 'safe', run: wait }))
    const ask = (signal?: AbortSignal) =>
      handler(new Request('http://x/slow', signal ? { signal } : {}))
    const asked = Array.from({ length: 40 }, () => ask())
    await vi.waitFor(() => expect(begun).toBe(32), 20_000)
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    setImmediate(() => leaving.abort())
    const refused = await left
    expect([begun, refused.status, refused.headers.get('retry-after')]).toEqual([32, 429, '1'])
    expect(await refused.json()).toMatchObject({ error: { code: 'TOO_MANY_CALLS' } })
    free()
    const codes = (await Promise.all(asked)).map(({ status }) => status)
    expect(codes).toEqual(Array(40).fill(200))
  })

  it('answers every body and query with an envelope', async () => {
    const handler = toFetch(cli)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('/volume/create', '/volume/list', '/volume/remove', '/x'),
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
        fc.oneof(fc.json(), fc.string(), fc.constant('{"name":"a"}')),
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
        async (path, query, body, method) => {
          const response = await handler(
            new Request(`http://x${path}?${new URLSearchParams(query).toString()}`, {
              method,
              headers: { 'content-type': 'application/json' },
              ...(method !== 'GET' && { body }),
            }),
          )
          const envelope = (await response.json()) as { ok: boolean }
          expect(envelope.ok).toBe(response.status === 200)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the description of a tool', () => {
  it('is a valid OpenAPI document, with reads as GET and everything else as POST', async () => {
    const { body } = await ask('/openapi.json')
    const { valid, errors } = await validator.validate(body as Spec)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(body).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'acme', version: '1.2.3' },
      servers: [{ url: '/api' }],
    })
    const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> }
    expect(
      Object.entries(paths).map(([path, item]) => `${Object.keys(item).join()} ${path}`),
    ).toEqual([
      'get /volume/list',
      'get /volume/show',
      'post /volume/create',
      'post /volume/remove',
      'get /hang',
    ])
    expect(paths['/volume/show']!['get']).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'name', in: 'query', required: true }),
        expect.objectContaining({ name: 'tenant' }),
      ]) as unknown,
    })
    expect(Object.keys(paths['/volume/show']!['get']!.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '500', '503', '504']),
    )
    expect(JSON.stringify(paths['/volume/remove'])).toContain('confirm-destructive')
  })

  it('has a page that runs its own script alone', async () => {
    const response = await fetch(`${origin}/api/docs`)
    const page = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).not.toMatch(/https?:/)
    const [, inline = ''] = /<script>([^]*?)<\/script>/.exec(page)!
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(inline).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  })

  it('covers only what is offered, and a tool that is one command', async () => {
    const some = toFetch(cli, { offers: (key) => key === 'volume.list' })
    const document = (await (await some(new Request('http://x/openapi.json'))).json()) as {
      paths: object
    }
    expect(Object.keys(document.paths)).toEqual(['/volume/list'])
    expect((await some(new Request('http://x/hang'))).status).toBe(404)
    const one = toFetch(defineCli({ name: 'ping', danger: 'safe', run: () => ({ pong: true }) }))
    expect(await (await one(new Request('http://x/ping'))).json()).toMatchObject({
      data: { pong: true },
    })
  })

  it('is valid in every dialect, and answers are envelopes there too', async () => {
    for (const dialect of ['td', 'animus-1', 'claw-2.0', 'incur-compact', 'spec-1.16']) {
      const handler = toFetch(defineCli({ name: 'acme', dialect, commands }))
      const document: unknown = await (await handler(new Request('http://x/openapi.json'))).json()
      expect((await validator.validate(document as Spec)).errors ?? []).toEqual([])
      const good = await handler(new Request('http://x/volume/show?name=a'))
      const bad = await handler(new Request('http://x/volume/show?name=gone'))
      expect([good.status, bad.status], dialect).toEqual([200, 404])
      expect(JSON.stringify(await bad.json())).toMatch(/gone/i)
    }
  })
})
