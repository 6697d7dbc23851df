import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

it('lets a call use the network while others in the same process are validated', async () => {
  const server = createServer((socket) => socket.end()).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const about = { danger: 'safe', network: true, exitCodes: { SUCCESS: 'It is done' } } as const
  const slow = defineCommand({
    ...about,
    description: 'Validates slowly',
    validate: async () => {
      await wait(50)
      return []
    },
    run: () => ({}),
  })
  const call = defineCommand({
    ...about,
    description: 'Connects',
    run: () =>
      new Promise<object>((resolve, reject) => {
        connect(port)
          .on('error', reject)
          .on('close', () => resolve({ connected: true }))
          .resume()
      }),
  })
  const cli = defineCli({
    name: 'tool',
    version: '1.0.0',
    description: 'A tool',
    dialect: 'spec-1.16',
    commands: { slow, call },
  })
  const validated = [runCli(cli, ['slow']), wait(5).then(() => runCli(cli, ['slow']))]
  await wait(20)
  const during = await runCli(cli, ['call'])
  await Promise.all(validated)
  const after = await runCli(cli, ['call'])
  server.close()
  for (const { outcome } of [during, after]) expect(outcome.data).toEqual({ connected: true })
})
