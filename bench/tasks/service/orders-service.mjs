// The service "orders" as its builds see it: a client library like that of any vendor. State and ledger are one file,
// named by ORDERS_STATE. The clock is in the state: every request takes a second of it, and `sleep` moves it.
import { readFileSync, writeFileSync } from 'node:fs'

/** What the service refuses or fails with, as client libraries throw it. */
export class OrdersError extends Error {
  constructor(code, message, facts = {}) {
    super(message)
    this.name = 'OrdersError'
    this.code = code
    Object.assign(this, facts)
  }
}

const PAGE = 30

function request(work, { needsToken = true } = {}) {
  const file = process.env.ORDERS_STATE
  const state = JSON.parse(readFileSync(file, 'utf8'))
  state.clock += 1
  state.requests += 1
  try {
    if (needsToken && state.clock > state.tokenEnds)
      throw new OrdersError('TOKEN_EXPIRED', 'Your token has expired. Run "orders login".')
    return work(state)
  } finally {
    writeFileSync(file, JSON.stringify(state))
  }
}

function orderOf(state, id) {
  const found = state.orders.find((order) => order.id === Number(id))
  if (!found) throw new OrdersError('NOT_FOUND', `There is no order ${id}.`, { id })
  return found
}

/** Every effect is written down, also those whose caller never hears of them. */
const record = (state, effect) => state.ledger.push({ at: state.clock, ...effect })

function timeOut(message) {
  throw new OrdersError('TIMEOUT', message)
}

/** A page of orders with the number of all that match. */
export const list = ({ status, customer, limit = PAGE, after = 0 } = {}) =>
  request(({ orders }) => {
    const matching = orders.filter(
      (order) => (!status || order.status === status) && (!customer || order.customer === customer),
    )
    const rest = matching.filter((order) => order.id > after)
    const page = rest.slice(0, limit)
    const next = rest.length > page.length ? page.at(-1).id : null
    return { orders: page, total: matching.length, next }
  })

export const show = (id) => request((state) => orderOf(state, id))

/** Refunds an amount, by default all that is left. A second refund is a second payment: parts may be refunded. */
export const refund = (id, amount) =>
  request((state) => {
    const order = orderOf(state, id)
    const paid = amount === undefined ? order.amount : Number(amount)
    order.refunds.push(paid)
    record(state, { effect: 'refund', target: order.id, amount: paid })
    if (state.faults.refundTimeouts-- > 0) timeOut('Request timed out after 30000 ms')
    return { order: order.id, refunded: paid, refunds: order.refunds.length }
  })

/** Takes rows from `from` on. Rows that are no orders are left out, and named in the answer. */
export const importRows = (rows, from = 1) =>
  request((state) => {
    const failed = []
    let imported = 0
    for (const [at, { customer, amount }] of rows.entries()) {
      const row = at + 1
      if (row < from) continue
      if (state.faults.importTimeoutAt === row) {
        state.faults.importTimeoutAt = 0
        timeOut(
          `Request timed out after 30000 ms (${imported} of ${rows.length} rows are imported)`,
        )
      }
      if (!(Number(amount) > 0)) {
        failed.push({ row, reason: `amount "${amount}" is no positive number` })
        continue
      }
      const id = state.orders.length + 1
      state.orders.push({ id, customer, amount: Number(amount), status: 'open', refunds: [] })
      record(state, { effect: 'import', target: `row ${row}` })
      imported += 1
    }
    return { imported, failed }
  })

/** Copies what changed to the warehouse. Only one sync in 30 seconds is allowed. */
export const sync = () =>
  request((state) => {
    const wait = state.syncAllowedAt - state.clock
    if (wait > 0)
      throw new OrdersError('RATE_LIMITED', `Rate limit exceeded. Retry after ${wait} seconds.`, {
        retryAfterSeconds: wait,
      })
    state.syncAllowedAt = state.clock + 30
    record(state, { effect: 'sync', target: 'warehouse' })
    return { synced: state.orders.length }
  })

/** Was called "cancel" until version 2. */
export const voidOrder = (id) =>
  request((state) => {
    const order = orderOf(state, id)
    if (order.status === 'void') return { order: order.id, status: 'void' }
    order.status = 'void'
    record(state, { effect: 'void', target: order.id })
    return { order: order.id, status: 'void' }
  })

/** Makes a new token from the key in ORDERS_KEY. */
export const login = () =>
  request(
    (state) => {
      if (!process.env.ORDERS_KEY) throw new OrdersError('KEY_MISSING', 'ORDERS_KEY is not set.')
      state.tokenEnds = state.clock + 600
      return { signedIn: true, expiresInSeconds: 600 }
    },
    { needsToken: false },
  )

const isOld = (before) => (order) => order.status === 'void' && order.created < before

export const countPurge = (before) => request(({ orders }) => orders.filter(isOld(before)).length)

/** Removes void orders that were made before a day. */
export const purge = (before) =>
  request((state) => {
    const gone = state.orders.filter(isOld(before))
    state.orders = state.orders.filter((order) => !gone.includes(order))
    for (const { id } of gone) record(state, { effect: 'purge', target: id })
    return { purged: gone.length }
  })

/** What happened to an order, one entry for each event. */
export const log = (id, level) =>
  request((state) => {
    orderOf(state, id)
    const entries = state.logs[id] ?? []
    return entries.filter((entry) => !level || entry.level === level)
  })

/** Reads rows of a file with commas: customer,amount. */
export function readRows(file) {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [customer, amount] = line.split(',')
    return { customer, amount }
  })
}
