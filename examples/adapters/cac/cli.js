// An ordinary program of cac: nothing in it knows of surety.
import { createInterface } from 'node:readline/promises'

import { cac } from 'cac'

import { createIssue, findIssue, findIssues, getSetting, isReadOnly, sync } from '../issues.js'

export const program = cac('desk')

program.option('--profile <name>', 'the account to use', { default: 'default' })
program.help()
program.version('1.4.0', '--version')

program
  .command('issue:list', 'List issues')
  .alias('issue:ls')
  .option('-s, --state <state>', 'only issues in this state', { default: 'open' })
  .option('-l, --label <label>', 'only issues with this label')
  .option('-n, --limit <number>', 'at most this many', { default: 10 })
  .action((options) => {
    for (const each of findIssues(options)) console.log(JSON.stringify(each))
  })

program.command('issue:show <id>', 'Show an issue').action((id) => {
  console.log(JSON.stringify(findIssue(id), null, 2))
})

program
  .command('issue:create <title>', 'Create an issue')
  .option('--body <text>', 'the whole story')
  .option('-p, --priority <level>', 'how urgent it is', { default: 'normal' })
  .option('--labels <list>', 'labels, with commas between them')
  .option('--draft', 'keep it to yourself')
  .option('--no-notify', 'tell nobody')
  .action(async (title, { body, priority, labels, draft, notify }) => {
    const list = labels === undefined ? [] : String(labels).split(',')
    const created = await createIssue({ title, body, priority, labels: list, notify })
    console.error(`Created #${created.id}`)
    return { ...created, draft: draft === true }
  })

program.command('issue:close <id>', 'Close an issue').action((id) => {
  console.log(`Closed #${findIssue(id).id}: ${findIssue(id).title}`)
})

program.command('issue:delete <id>', 'Delete an issue for good').action((id) => {
  console.log(JSON.stringify({ deleted: findIssue(id).id }))
})

program.command('config:get <key>', 'Print a setting').action((key) => {
  const value = getSetting(key)
  if (value === undefined) {
    console.error(`error: there is no setting ${key}`)
    process.exit(3)
  }
  console.log(value)
})

program.command('config:set <key> <value>', 'Change a setting').action((key, value) => {
  if (isReadOnly(key)) {
    console.error(`${key} is read-only`)
    process.exitCode = 4
    return
  }
  console.log(`${key} = ${value}`)
})

program
  .command('sync', 'Fetch what others did')
  .option('--offline', 'pretend that there is no network')
  .action(async (options) => {
    const count = await sync((message) => console.error(`${message} ...`), options.offline)
    console.log(`${count} issues are up to date`)
  })

program
  .command('login', 'Sign in')
  .option('--token <token>', 'a token, instead of being asked for one')
  .action(async (options) => {
    const input = createInterface({ input: process.stdin, output: process.stdout })
    const token = options.token ?? (await input.question('Token: '))
    input.close()
    console.log(`Signed in with a token of ${token.length} characters`)
  })

program
  .command('report', 'Print a summary for people')
  .option('-v, --verbose', 'list the titles as well')
  .action((options) => {
    const open = findIssues()
    console.log(`Open issues: ${open.length}`)
    if (options.verbose) for (const { id, title } of open) console.log(`  #${id} ${title}`)
    // Old code, which does not trust its own end.
    setTimeout(() => process.exit(0), 1)
  })
