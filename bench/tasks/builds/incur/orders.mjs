// The program as the documentation of incur shows it: results as objects, errors with a code, `retryable` and next commands.
import { Cli, z } from 'incur'

import * as service from '../../service/orders-service.mjs'

const id = z.coerce.number().describe('Number of the order')

/** Turns what the service throws into an error of incur, with a command that helps where there is one. */
async function answer(c, work, help = {}) {
  try {
    return await work()
  } catch (error) {
    if (error.code === undefined) throw error
    const { retryable = false, cta } = help[error.code] ?? {}
    return c.error({ code: error.code, message: error.message, retryable, ...(cta && { cta }) })
  }
}

const signIn = {
  TOKEN_EXPIRED: {
    retryable: true,
    cta: { description: 'To sign in:', commands: [{ command: 'login', description: 'Sign in' }] },
  },
}

await Cli.create('orders', { version: '2.0.0', description: 'Works with the orders of a shop' })
  .command('list', {
    description: 'List orders',
    options: z.object({
      status: z.string().optional().describe('Only orders with this status'),
      customer: z.string().optional().describe('Only orders of this customer'),
      limit: z.coerce.number().default(30).describe('How many to show'),
      after: z.coerce.number().optional().describe('Show those after this order'),
    }),
    run: (c) =>
      answer(
        c,
        () => {
          const page = service.list(c.options)
          const options = { ...c.options, after: page.next }
          const cta = {
            commands: [{ command: 'list', options, description: 'Show the next ones' }],
          }
          return page.next ? c.ok(page, { cta }) : c.ok(page)
        },
        signIn,
      ),
  })
  .command('show', {
    description: 'Show an order',
    args: z.object({ id }),
    run: (c) => answer(c, () => service.show(c.args.id), signIn),
  })
  .command('refund', {
    description: 'Refund an order',
    args: z.object({ id }),
    options: z.object({ amount: z.coerce.number().optional().describe('A part of it') }),
    run: (c) => {
      const commands = [
        { command: 'show', args: c.args, description: 'See whether it is refunded' },
      ]
      const help = { ...signIn, TIMEOUT: { cta: { commands } } }
      return answer(c, () => service.refund(c.args.id, c.options.amount), help)
    },
  })
  .command('import', {
    description: 'Import orders from a CSV file',
    args: z.object({ file: z.string().describe('File with the columns customer and amount') }),
    options: z.object({ from: z.coerce.number().default(1).describe('Start with this row') }),
    run: (c) =>
      answer(
        c,
        () => {
          const { imported, failed } = service.importRows(
            service.readRows(c.args.file),
            c.options.from,
          )
          if (failed.length === 0) return { imported }
          const rows = failed.map(({ row, reason }) => `row ${row}: ${reason}`).join('; ')
          const message = `Imported ${imported} orders, ${failed.length} failed: ${rows}`
          return c.error({ code: 'ROWS_REJECTED', message, retryable: false })
        },
        signIn,
      ),
  })
  .command('sync', {
    description: 'Sync orders with the warehouse',
    run: (c) => answer(c, () => service.sync(), { ...signIn, RATE_LIMITED: { retryable: true } }),
  })
  .command('void', {
    description: 'Void an order (cancel it)',
    args: z.object({ id }),
    run: (c) => answer(c, () => service.voidOrder(c.args.id), signIn),
  })
  .command('login', {
    description: 'Sign in with the key in ORDERS_KEY',
    run: (c) => answer(c, () => service.login()),
  })
  .command('purge', {
    description: 'Remove void orders for good',
    options: z.object({
      before: z.string().describe('Only those made before this day'),
      yes: z.boolean().default(false).describe('Do it'),
    }),
    run: (c) =>
      answer(
        c,
        () => {
          if (c.options.yes) return service.purge(c.options.before)
          const count = service.countPurge(c.options.before)
          return c.error({
            code: 'CONFIRMATION_REQUIRED',
            message: `This removes ${count} orders for good.`,
            retryable: true,
            cta: {
              description: 'To do it:',
              commands: [`purge --before ${c.options.before} --yes`],
            },
          })
        },
        signIn,
      ),
  })
  .command('log', {
    description: 'Show what happened to an order',
    args: z.object({ id }),
    options: z.object({ level: z.string().optional().describe('Only entries of this level') }),
    run: (c) => answer(c, () => ({ entries: service.log(c.args.id, c.options.level) }), signIn),
  })
  .serve()
