// A server that offers a tool over HTTP beside pages of its own, as an application would.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, s } from 'surety'
import { toFetch, toNodeListener } from 'surety/http'

import { tellsSecret } from './tells-secret.mjs'

const safe = (run, more = {}) =>
  defineCommand({ description: 'Does something', danger: 'safe', run, ...more })
let left = 0

const cli = defineCli({
  name: 'host',
  version: '1.0.0',
  commands: {
    echo: safe(({ options }) => options, {
      options: { text: s.string().optional(), tags: s.array(s.string()).optional() },
    }),
    put: defineCommand({
      description: 'Changes something',
      danger: 'mutating',
      options: { text: s.string().optional(), size: s.integer().optional() },
      run: ({ options }) => ({ effect: 'updated', ...options }),
    }),
    wait: safe(async ({ signal }) => {
      signal.addEventListener('abort', () => (left += 1))
      await sleep(20_000, null, { signal })
    }),
    left: safe(() => ({ left })),
    exit: safe(() => process.exit(3)),
    'exit-later': safe(async () => {
      setTimeout(() => process.exit(4), 5)
      await sleep(10_000)
    }),
    'throw-later': safe(async () => {
      setTimeout(() => {
        throw new Error('thrown in a timer')
      }, 5)
      await sleep(10_000)
    }),
    reject: safe(async () => {
      void Promise.reject(new Error('nobody listens'))
      await sleep(10_000)
    }),
    'tell-secret': safe(tellsSecret.run, { options: tellsSecret.options }),
  },
})

const logged = []
const listener = toNodeListener(toFetch(cli, { onLog: (text) => logged.push(text) }))
const server = createServer((request, response) => {
  if (request.url === '/own/log') response.end(logged.join(''))
  else if (request.url === '/own/crash') {
    setTimeout(() => {
      throw new Error('of the host')
    }, 1)
    response.end()
  } else listener(request, response)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
