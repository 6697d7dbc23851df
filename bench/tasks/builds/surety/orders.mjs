// The program as the documentation of surety shows it: declared errors, pages, a preview for what destroys.
import { defineCli, s, serve } from 'surety'

import * as service from '../../service/orders-service.mjs'

const id = s.integer().describe('Number of the order')

await serve(
  defineCli({
    name: 'orders',
    version: '2.0.0',
    description: 'Works with the orders of a shop',
    redirects: { cancel: { to: 'void' } },
    errors: {
      NOT_FOUND: 'NOT_FOUND',
      TOKEN_EXPIRED: {
        exit: 'AUTH_REQUIRED',
        fixRequired: 'A new token',
        fixCommand: 'orders login',
      },
      KEY_MISSING: 'AUTH_REQUIRED',
    },
    commands: {
      list: {
        description: 'List orders',
        danger: 'safe',
        list: { defaultLimit: 30 },
        options: {
          status: s.string().optional().describe('Only orders with this status'),
          customer: s.string().optional().describe('Only orders of this customer'),
        },
        run: ({ options, page }) => {
          const after = page.position ?? 0
          const { orders, total, next } = service.list({ ...options, after, limit: page.limit })
          return page({ items: orders, next, total })
        },
      },
      show: {
        description: 'Show an order',
        danger: 'safe',
        args: { id },
        run: ({ args }) => service.show(args.id),
      },
      refund: {
        description: 'Refund an order',
        args: { id },
        options: { amount: s.number().optional().describe('A part of it') },
        errors: { TIMEOUT: 'TIMEOUT' },
        run: ({ args, options, fail }) => {
          try {
            return { effect: 'updated', ...service.refund(args.id, options.amount) }
          } catch (error) {
            if (error.code !== 'TIMEOUT') throw error
            const suggestion = `Run orders show ${args.id} to see whether it is refunded.`
            return fail('TIMEOUT', error.message, { suggestion })
          }
        },
      },
      import: {
        description: 'Import orders from a CSV file',
        args: { file: s.string().describe('File with the columns customer and amount') },
        options: { from: s.integer().default(1).describe('Start with this row') },
        errors: { ROWS_REJECTED: 'PARTIAL_FAILURE', TIMEOUT: 'TIMEOUT' },
        run: ({ args, options, fail }) => {
          const rows = service.readRows(args.file)
          const { imported, failed } = service.importRows(rows, options.from)
          if (failed.length === 0) return { effect: 'created', imported }
          const data = { imported, failed }
          return fail('ROWS_REJECTED', `${failed.length} of ${rows.length} rows failed.`, { data })
        },
      },
      sync: {
        description: 'Sync orders with the warehouse',
        errors: { RATE_LIMITED: { exit: 'RATE_LIMITED', retryable: true } },
        run: ({ fail }) => {
          try {
            return { effect: 'updated', ...service.sync() }
          } catch (error) {
            if (error.code !== 'RATE_LIMITED') throw error
            const retry_after_ms = error.retryAfterSeconds * 1000
            return fail('RATE_LIMITED', error.message, { retry_after_ms })
          }
        },
      },
      void: {
        description: 'Void an order (cancel it)',
        args: { id },
        idempotent: true,
        run: ({ args }) => ({ effect: 'updated', ...service.voidOrder(args.id) }),
      },
      login: {
        description: 'Sign in with the key in ORDERS_KEY',
        idempotent: true,
        run: () => ({ effect: 'updated', ...service.login() }),
      },
      purge: {
        description: 'Remove void orders for good',
        danger: 'destructive',
        options: { before: s.string().describe('Only those made before this day') },
        dryRun: ({ options }) => ({
          effect: 'would_delete',
          would_affect: { orders: service.countPurge(options.before) },
        }),
        run: ({ options }) => ({ effect: 'deleted', ...service.purge(options.before) }),
      },
      log: {
        description: 'Show what happened to an order',
        danger: 'safe',
        args: { id },
        list: { defaultLimit: 100 },
        options: { level: s.string().optional().describe('Only entries of this level') },
        run: ({ args, options }) => service.log(args.id, options.level),
      },
    },
  }),
)
