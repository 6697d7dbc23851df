import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-curl-'))
const server = createServer((request, response) => {
  const path = request.url ?? ''
  const status = Number(/^\/status\/(\d+)/.exec(path)?.[1] ?? 200)
  if (path === '/hang') return
  if (path === '/cut') return void request.socket.destroy()
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { method, headers } = request
    const isText = path === '/text'
    response.writeHead(status, {
      'Content-Type': isText ? 'text/plain' : 'application/json',
    })
    response.end(
      isText ? 'plain\ntext' : JSON.stringify({ method, path, body, auth: headers.authorization }),
    )
  })
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.runIf(isInstalled('curl'))('curl (needs curl)', async () => {
  const curl = await createWrapped('curl', folder, { NO_PROXY: '*' })

  test('answers of a server', async () => {
    expect(await curl.data('get', `${at}/items`)).toEqual({
      status: 200,
      content_type: 'application/json',
      url: `${at}/items`,
      redirect_url: null,
      seconds: expect.any(Number),
      body: { method: 'GET', path: '/items', body: '' },
    })
    expect(await curl.data('get', `${at}/text`)).toMatchObject({ body: 'plain\ntext' })
    const posted = await curl.call(
      'post',
      `${at}/items`,
      '--data',
      '@/etc/passwd',
      '--token',
      's3cret',
    )
    expect(posted).toMatchObject({
      data: {
        body: { method: 'POST', body: '@/etc/passwd', auth: expect.stringMatching(/^Bearer/) },
      },
      meta: { effect: 'created' },
    })
    expect(await curl.data('head', `${at}/items`)).toMatchObject({
      status: 200,
      headers: expect.arrayContaining(['Content-Type: application/json']),
    })
    expect(await curl.data('download', `${at}/text`, 'saved here.txt')).toMatchObject({
      bytes: 10,
      file: 'saved here.txt',
    })
    expect(readFileSync(join(folder, 'saved here.txt'), 'utf8')).toBe('plain\ntext')
    writeFileSync(join(folder, 'sent'), 'content')
    expect(await curl.data('upload', `${at}/put`, 'sent')).toMatchObject({
      body: { method: 'PUT', body: 'content' },
    })
    expect(await curl.fails('delete', `${at}/items`)).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
    })
  })

  test.each([
    [401, 'AUTH_REQUIRED', 'HTTP_UNAUTHORIZED'],
    [403, 'PERMISSION_DENIED', 'HTTP_FORBIDDEN'],
    [404, 'NOT_FOUND', 'HTTP_NOT_FOUND'],
    [409, 'CONFLICT', 'HTTP_CONFLICT'],
    [418, 'GENERAL_ERROR', 'HTTP_ERROR'],
    [422, 'ARG_ERROR', 'HTTP_BAD_REQUEST'],
    [429, 'RATE_LIMITED', 'HTTP_TOO_MANY_REQUESTS'],
    [500, 'GENERAL_ERROR', 'HTTP_SERVER_ERROR'],
    [503, 'UNAVAILABLE', 'HTTP_UNAVAILABLE'],
    [504, 'TIMEOUT', 'HTTP_TIMEOUT'],
  ])('the status %i is %s, with the body of the server', async (status, category, code) => {
    expect(await curl.fails('get', `${at}/status/${status}`)).toMatchObject({
      category,
      code,
      message: expect.any(String),
      details: { output: { status, body: { path: `/status/${status}` } } },
    })
  })

  test('a change may be repeated only where the server says that it did nothing', async () => {
    expect(await curl.fails('post', `${at}/status/503`, '--data', '{}')).toMatchObject({
      retryable: false,
    })
    expect(await curl.fails('put', `${at}/status/422`, '--data', '{}')).toMatchObject({
      category: 'ARG_ERROR',
    })
    expect(await curl.fails('get', `${at}/status/503`)).toMatchObject({ retryable: true })
    expect(await curl.fails('post', `${at}/status/429`, '--data', '{}')).toMatchObject({
      retryable: true,
    })
  })

  test('a server that cannot be reached', async () => {
    expect(await curl.fails('get', 'http://no-such-host.invalid/')).toMatchObject({
      category: 'NOT_FOUND',
      code: 'HOST_NOT_FOUND',
      message: expect.stringMatching(/^Could not resolve host/),
    })
    expect(await curl.fails('get', 'http://127.0.0.1:1/')).toMatchObject({
      category: 'UNAVAILABLE',
      code: 'CONNECTION_FAILED',
    })
    expect(await curl.fails('get', `${at}/hang`, '--max-time', '0.2')).toMatchObject({
      category: 'TIMEOUT',
      code: 'REQUEST_TIMED_OUT',
    })
    expect(await curl.fails('get', `${at}/cut`)).toMatchObject({ code: 'CONNECTION_LOST' })
  })

  test('reads no file and sends no header that the caller did not name', async () => {
    for (const words of [
      ['get', 'file:///etc/passwd'],
      ['get', '--', '-K/etc/passwd'],
      ['get', '@urls'],
      ['get', at, '--header', '@/etc/passwd'],
      ['get', at, '--header', 'A: b\r\nC: d'],
      ['download', at, '--', '--config'],
    ])
      expect(await curl.fails(...words)).toMatchObject({
        category: 'ARG_ERROR',
        phase: 'validation',
      })
  })
})
