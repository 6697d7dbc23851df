// The program as the documentation of oclif shows it: --json for all, errors with an exit, a code and suggestions, a
// deprecated command under its old name.
import { confirm } from '@inquirer/prompts'
import { Args, Command, Flags } from '@oclif/core'

import * as service from '../../service/orders-service.mjs'

const line = ({ id, created, customer, amount, status, refunds }) =>
  [
    String(id).padEnd(5),
    created ?? '          ',
    customer.padEnd(10),
    String(amount).padStart(8),
    status,
    refunds.length > 0 ? `refunded ${refunds.join(' + ')}` : '',
  ]
    .join('  ')
    .trimEnd()
const id = Args.integer({ description: 'Number of the order', required: true })

class OrdersCommand extends Command {
  static enableJsonFlag = true

  /** What helps after an error of the service, by its code. */
  suggestions = { TOKEN_EXPIRED: ['orders login'] }

  async catch(error) {
    if (error.name !== 'OrdersError') return super.catch(error)
    const { code, message } = error
    return this.error(message, { code, exit: 1, suggestions: this.suggestions[code] })
  }
}

class List extends OrdersCommand {
  static description = 'List orders'
  static flags = {
    status: Flags.string({ char: 's', description: 'Only orders with this status' }),
    customer: Flags.string({ char: 'c', description: 'Only orders of this customer' }),
    limit: Flags.integer({ char: 'l', description: 'How many to show', default: 30 }),
    after: Flags.integer({ char: 'a', description: 'Show those after this order' }),
  }

  async run() {
    const { flags } = await this.parse(List)
    const page = service.list(flags)
    this.log('ID     CREATED     CUSTOMER      AMOUNT  STATUS')
    for (const order of page.orders) this.log(line(order))
    if (page.next) this.log(`Showing ${page.orders.length} of ${page.total} orders`)
    return page
  }
}

class Show extends OrdersCommand {
  static description = 'Show an order'
  static args = { id }

  async run() {
    const { args } = await this.parse(Show)
    const order = service.show(args.id)
    this.log(line(order))
    return order
  }
}

class Refund extends OrdersCommand {
  static description = 'Refund an order'
  static args = { id }
  static flags = { amount: Flags.string({ description: 'A part of it' }) }

  async run() {
    const { args, flags } = await this.parse(Refund)
    this.suggestions.TIMEOUT = [`See whether it is refunded: orders show ${args.id}`]
    const done = service.refund(args.id, flags.amount)
    this.log(`Refunded ${done.refunded} on order ${done.order}`)
    return done
  }
}

class Import extends OrdersCommand {
  static description = 'Import orders from a CSV file'
  static args = {
    file: Args.string({ description: 'File with the columns customer and amount', required: true }),
  }
  static flags = { from: Flags.integer({ description: 'Start with this row', default: 1 }) }

  async run() {
    const { args, flags } = await this.parse(Import)
    this.suggestions.TIMEOUT = ['See what is imported: orders list --limit 1000']
    const done = service.importRows(service.readRows(args.file), flags.from)
    for (const { row, reason } of done.failed) this.warn(`row ${row}: ${reason}`)
    this.log(`Imported ${done.imported} orders, ${done.failed.length} failed`)
    if (done.failed.length > 0) process.exitCode = 1
    return done
  }
}

class Sync extends OrdersCommand {
  static description = 'Sync orders with the warehouse'

  async run() {
    await this.parse(Sync)
    const done = service.sync()
    this.log(`Synced ${done.synced} orders`)
    return done
  }
}

class Void extends OrdersCommand {
  static description = 'Void an order (cancel it)'
  static args = { id }

  async run() {
    const { args } = await this.parse(Void)
    const done = service.voidOrder(args.id)
    this.log(`Order ${done.order} is void`)
    return done
  }
}

class Cancel extends Void {
  static hidden = true
  static state = 'deprecated'
  static deprecationOptions = { to: 'void', version: '3.0.0' }
}

class Login extends OrdersCommand {
  static description = 'Sign in with the key in ORDERS_KEY'

  async run() {
    await this.parse(Login)
    const done = service.login()
    this.log(`Signed in for ${done.expiresInSeconds} seconds`)
    return done
  }
}

class Purge extends OrdersCommand {
  static description = 'Remove void orders for good'
  static flags = {
    before: Flags.string({ description: 'Only those made before this day', required: true }),
    yes: Flags.boolean({ char: 'y', description: 'Do not ask' }),
  }

  async run() {
    const { flags } = await this.parse(Purge)
    const count = service.countPurge(flags.before)
    if (
      !flags.yes &&
      !(await confirm({ message: `Remove ${count} orders for good?`, default: false }))
    ) {
      this.log('Nothing was removed')
      return { purged: 0 }
    }
    const done = service.purge(flags.before)
    this.log(`Removed ${done.purged} orders`)
    return done
  }
}

class Log extends OrdersCommand {
  static description = 'Show what happened to an order'
  static args = { id }
  static flags = { level: Flags.string({ description: 'Only entries of this level' }) }

  async run() {
    const { args, flags } = await this.parse(Log)
    const entries = service.log(args.id, flags.level)
    for (const { at, level, text } of entries) this.log(`${at} ${level.padEnd(5)} ${text}`)
    return entries
  }
}

export const COMMANDS = {
  cancel: Cancel,
  import: Import,
  list: List,
  log: Log,
  login: Login,
  purge: Purge,
  refund: Refund,
  show: Show,
  sync: Sync,
  void: Void,
}
