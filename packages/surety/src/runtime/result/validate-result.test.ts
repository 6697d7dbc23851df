import { expect, test } from 'vitest'

import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

let stock = 5
const base = {
  description: 'Shows the stock',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Shown' },
  cacheable: true,
} as const
const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'Acme',
  commands: {
    stock: defineCommand({ ...base, run: () => ({ stock, at: 'here' }) }),
    own: defineCommand({
      ...base,
      run: ({ etag, addMeta, notModified }) => {
        addMeta('etag', 'v1')
        return etag === 'v1' ? notModified('v1') : { stock }
      },
    }),
  },
})

test('a cacheable command returns an etag, and no data to a caller with the same etag', async () => {
  const { outcome } = await runCli(cli, ['stock'])
  const etag = String(outcome.meta['etag'])
  const again = await runCli(cli, ['stock', '--etag', etag])
  expect(again.outcome).toMatchObject({ ok: true, data: null, meta: { not_modified: true, etag } })
  expect(again.exit).toBe(0)
  const part = await runCli(cli, ['stock', '--etag', etag, '--fields', 'stock'])
  expect(part.outcome.data).toEqual({ stock: 5 })
  stock = 4
  const changed = await runCli(cli, ['stock', '--etag', etag])
  expect(changed.outcome.data).toEqual({ stock: 4, at: 'here' })
  expect(changed.outcome.meta['etag']).not.toBe(etag)
})

test('an etag set by the author is kept', async () => {
  expect((await runCli(cli, ['own'])).outcome.meta['etag']).toBe('v1')
  expect((await runCli(cli, ['own', '--etag', 'v1'])).outcome.meta.not_modified).toBe(true)
  expect((await runCli(cli, ['own', '--etag', 'v0'])).outcome.data).toEqual({ stock })
})
