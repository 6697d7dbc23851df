// An ordinary program of commander: nothing in it knows of surety.
import { createInterface } from 'node:readline/promises'

import { Argument, Command, Option } from 'commander'

import { createIssue, findIssue, findIssues, getSetting, isReadOnly, sync } from '../issues.js'

export const program = new Command('desk')
  .description('Keeps the issues of a small project')
  .version('1.4.0')
  .option('--profile <name>', 'the account to use', 'default')

const issue = program.command('issue').description('Work with issues')

issue
  .command('list')
  .alias('ls')
  .description('List issues')
  .addOption(
    new Option('-s, --state <state>', 'only issues in this state')
      .choices(['open', 'closed', 'all'])
      .default('open'),
  )
  .option('-l, --label <label>', 'only issues with this label')
  .option('-n, --limit <number>', 'at most this many', Number, 10)
  .action((options) => {
    for (const each of findIssues(options)) console.log(JSON.stringify(each))
  })

issue
  .command('show')
  .description('Show an issue')
  .argument('<id>', 'the number of the issue')
  .action((id) => {
    console.log(JSON.stringify(findIssue(id), null, 2))
  })

issue
  .command('create')
  .description('Create an issue')
  .argument('<title>', 'what it is about')
  .requiredOption('--body <text>', 'the whole story')
  .addOption(
    new Option('-p, --priority <level>', 'how urgent it is')
      .choices(['low', 'normal', 'high'])
      .default('normal'),
  )
  .option('--labels <list>', 'labels, with commas between them', (text) => text.split(','), [])
  .option('--draft', 'keep it to yourself')
  .option('--no-notify', 'tell nobody')
  .action(async (title, options) => {
    const created = await createIssue({ ...options, title })
    console.error(`Created #${created.id}`)
    return { ...created, draft: options.draft === true }
  })

issue
  .command('close')
  .description('Close an issue')
  .argument('<id>', 'the number of the issue')
  .action((id) => {
    console.log(`Closed #${findIssue(id).id}: ${findIssue(id).title}`)
  })

issue
  .command('delete')
  .description('Delete an issue for good')
  .argument('<id>', 'the number of the issue')
  .action((id) => {
    console.log(JSON.stringify({ deleted: findIssue(id).id }))
  })

const config = program.command('config').description('Read and change settings')

config
  .command('get')
  .description('Print a setting')
  .argument('<key>', 'its name')
  .action((key) => {
    const value = getSetting(key)
    if (value === undefined) {
      console.error(`error: there is no setting ${key}`)
      process.exit(3)
    }
    console.log(value)
  })

config
  .command('set')
  .description('Change a setting')
  .addArgument(new Argument('<key>', 'its name'))
  .addArgument(new Argument('<value>', 'its new value'))
  .action((key, value) => {
    if (isReadOnly(key)) {
      console.error(`${key} is read-only`)
      process.exitCode = 4
      return
    }
    console.log(`${key} = ${value}`)
  })

program
  .command('sync')
  .description('Fetch what others did')
  .option('--offline', 'pretend that there is no network')
  .action(async (options) => {
    const count = await sync((message) => console.error(`${message} ...`), options.offline)
    console.log(`${count} issues are up to date`)
  })

program
  .command('login')
  .description('Sign in')
  .option('--token <token>', 'a token, instead of being asked for one')
  .action(async (options) => {
    const input = createInterface({ input: process.stdin, output: process.stdout })
    const token = options.token ?? (await input.question('Token: '))
    input.close()
    console.log(`Signed in with a token of ${token.length} characters`)
  })

program
  .command('report')
  .description('Print a summary for people')
  .option('-v, --verbose', 'list the titles as well')
  .action((options) => {
    const open = findIssues()
    console.log(`Open issues: ${open.length}`)
    if (options.verbose) for (const { id, title } of open) console.log(`  #${id} ${title}`)
    // Old code, which does not trust its own end.
    setTimeout(() => process.exit(0), 1)
  })
