// The program as it is commonly written with commander: text for people, --json where there is data, and one handler of
// errors that prints the message and exits with 1.
import { confirm } from '@inquirer/prompts'
import { Command, Option } from 'commander'

import * as service from '../../service/orders-service.mjs'

export const program = new Command('orders')
  .description('Works with the orders of a shop')
  .version('2.0.0')

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
const json = () => new Option('--json', 'print JSON')
const print = (value) => console.log(JSON.stringify(value, null, 2))

program
  .command('list')
  .description('List orders')
  .option('-s, --status <status>', 'only orders with this status')
  .option('-c, --customer <name>', 'only orders of this customer')
  .option('-l, --limit <number>', 'how many to show', Number, 30)
  .option('-a, --after <id>', 'show those after this order', Number)
  .addOption(json())
  .action((options) => {
    const page = service.list(options)
    if (options.json) return print(page)
    console.log('ID     CREATED     CUSTOMER      AMOUNT  STATUS')
    for (const order of page.orders) console.log(line(order))
    if (page.next) console.log(`Showing ${page.orders.length} of ${page.total} orders`)
  })

program
  .command('show')
  .description('Show an order')
  .argument('<id>', 'number of the order')
  .addOption(json())
  .action((id, options) => {
    const order = service.show(id)
    if (options.json) return print(order)
    console.log(line(order))
  })

program
  .command('refund')
  .description('Refund an order')
  .argument('<id>', 'number of the order')
  .option('--amount <amount>', 'a part of it')
  .action((id, { amount }) => {
    const { order, refunded } = service.refund(id, amount)
    console.log(`Refunded ${refunded} on order ${order}`)
  })

program
  .command('import')
  .description('Import orders from a CSV file')
  .argument('<file>', 'file with the columns customer and amount')
  .option('--from <row>', 'start with this row', Number, 1)
  .action((file, { from }) => {
    const { imported, failed } = service.importRows(service.readRows(file), from)
    for (const { row, reason } of failed) console.error(`row ${row}: ${reason}`)
    console.log(`Imported ${imported} orders, ${failed.length} failed`)
    if (failed.length > 0) process.exitCode = 1
  })

program
  .command('sync')
  .description('Sync orders with the warehouse')
  .action(() => console.log(`Synced ${service.sync().synced} orders`))

program
  .command('void')
  .description('Void an order (cancel it)')
  .argument('<id>', 'number of the order')
  .action((id) => console.log(`Order ${service.voidOrder(id).order} is void`))

program
  .command('login')
  .description('Sign in with the key in ORDERS_KEY')
  .action(() => console.log(`Signed in for ${service.login().expiresInSeconds} seconds`))

program
  .command('purge')
  .description('Remove void orders for good')
  .requiredOption('--before <date>', 'only those made before this day')
  .option('-y, --yes', 'do not ask')
  .action(async ({ before, yes }) => {
    const count = service.countPurge(before)
    if (!yes && !(await confirm({ message: `Remove ${count} orders for good?`, default: false }))) {
      console.log('Nothing was removed')
      return
    }
    console.log(`Removed ${service.purge(before).purged} orders`)
  })

program
  .command('log')
  .description('Show what happened to an order')
  .argument('<id>', 'number of the order')
  .option('--level <level>', 'only entries of this level')
  .addOption(json())
  .action((id, options) => {
    const entries = service.log(id, options.level)
    if (options.json) return print(entries)
    for (const { at, level, text } of entries) console.log(`${at} ${level.padEnd(5)} ${text}`)
  })
