// A tool whose orders are files: `place` hangs after it wrote one, or before; `show` settles which it was.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { defineCli, defineCommand, s, serve } from 'surety'

const fileOf = (book, id) => join(process.env.ORDERS, `${book}-${id}`)
const id = s.string().describe('Which order')
const book = s.string().default('main').short('b').describe('Which book of orders')
const read = 'order show {id} [--book {book}]'

const place = defineCommand({
  description: 'Places an order',
  danger: 'mutating',
  args: { id },
  options: { book, late: s.boolean().default(false), priceLimit: s.integer().optional() },
  settles: { read, proves: true },
  run: async ({ args, options }) => {
    if (!options.late) writeFileSync(fileOf(options.book, args.id), '{}')
    writeFileSync(join(process.env.ORDERS, `begun-${args.id}`), '')
    await new Promise((resolve) => setTimeout(resolve, 600_000))
    return { effect: 'created', id: args.id }
  },
  timeoutMs: 0,
})
const pay = defineCommand({
  description: 'Pays for an order',
  danger: 'mutating',
  args: { id },
  settles: { read },
  timeoutMs: 0,
  run: place.declaration.run,
  options: place.declaration.options,
})
const show = defineCommand({
  description: 'Shows an order',
  danger: 'safe',
  args: { id },
  options: { book },
  errors: { ORDER_MISSING: 'NOT_FOUND' },
  run: ({ args, options, fail }) => {
    const file = fileOf(options.book, args.id)
    if (!existsSync(file)) return fail('ORDER_MISSING', `There is no order ${args.id}.`)
    return { id: args.id, book: options.book, ...JSON.parse(readFileSync(file, 'utf8')) }
  },
})

await serve(
  defineCli({
    name: 'orders',
    version: '1.0.0',
    description: 'Keeps orders',
    commands: { place, pay, order: { description: 'Orders', commands: { show } } },
  }),
)
