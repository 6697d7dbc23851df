// An ordinary program of yargs: nothing in it knows of surety.
import { createInterface } from 'node:readline/promises'

import yargs from 'yargs'
import { hideBin } from 'yargs/helpers'

import { createIssue, findIssue, findIssues, getSetting, isReadOnly, sync } from '../issues.js'

const id = { describe: 'the number of the issue', type: 'string' }

export const program = yargs(hideBin(process.argv))
  .scriptName('desk')
  .usage('Keeps the issues of a small project')
  .version('1.4.0')
  .option('profile', { describe: 'the account to use', type: 'string', default: 'default' })
  .command('issue', 'Work with issues', (issue) =>
    issue
      .command({
        command: 'list',
        aliases: ['ls'],
        describe: 'List issues',
        builder: {
          state: {
            alias: 's',
            describe: 'only issues in this state',
            choices: ['open', 'closed', 'all'],
            default: 'open',
          },
          label: { alias: 'l', describe: 'only issues with this label', type: 'string' },
          limit: { alias: 'n', describe: 'at most this many', type: 'number', default: 10 },
        },
        handler: (argv) => {
          for (const each of findIssues(argv)) console.log(JSON.stringify(each))
        },
      })
      .command(
        'show <id>',
        'Show an issue',
        (show) => show.positional('id', id),
        (argv) => {
          console.log(JSON.stringify(findIssue(argv.id), null, 2))
        },
      )
      .command(
        'create <title>',
        'Create an issue',
        (create) =>
          create
            .positional('title', { describe: 'what it is about', type: 'string' })
            .option('body', { describe: 'the whole story', type: 'string', demandOption: true })
            .option('priority', {
              alias: 'p',
              describe: 'how urgent it is',
              choices: ['low', 'normal', 'high'],
              default: 'normal',
            })
            .option('labels', {
              describe: 'labels, with commas between them',
              type: 'string',
              default: '',
              coerce: (text) => text.split(',').filter(Boolean),
            })
            .option('draft', { describe: 'keep it to yourself', type: 'boolean' })
            .option('notify', { describe: 'tell everybody', type: 'boolean', default: true }),
        async (argv) => {
          const created = await createIssue(argv)
          console.error(`Created #${created.id}`)
          return { ...created, draft: argv.draft === true }
        },
      )
      .command(
        'close <id>',
        'Close an issue',
        (close) => close.positional('id', id),
        (argv) => {
          console.log(`Closed #${findIssue(argv.id).id}: ${findIssue(argv.id).title}`)
        },
      )
      .command(
        'delete <id>',
        'Delete an issue for good',
        (remove) => remove.positional('id', id),
        (argv) => {
          console.log(JSON.stringify({ deleted: findIssue(argv.id).id }))
        },
      )
      .demandCommand(1),
  )
  .command('config', 'Read and change settings', (config) =>
    config
      .command(
        'get <key>',
        'Print a setting',
        (get) => get.positional('key', { describe: 'its name', type: 'string' }),
        ({ key }) => {
          const value = getSetting(key)
          if (value === undefined) {
            console.error(`error: there is no setting ${key}`)
            process.exit(3)
          }
          console.log(value)
        },
      )
      .command(
        'set <key> <value>',
        'Change a setting',
        (set) =>
          set
            .positional('key', { describe: 'its name', type: 'string' })
            .positional('value', { describe: 'its new value', type: 'string' }),
        ({ key, value }) => {
          if (isReadOnly(key)) {
            console.error(`${key} is read-only`)
            process.exitCode = 4
            return
          }
          console.log(`${key} = ${value}`)
        },
      )
      .demandCommand(1),
  )
  .command(
    'sync',
    'Fetch what others did',
    { offline: { describe: 'pretend that there is no network', type: 'boolean' } },
    async (argv) => {
      const count = await sync((message) => console.error(`${message} ...`), argv.offline)
      console.log(`${count} issues are up to date`)
    },
  )
  .command(
    'login',
    'Sign in',
    { token: { describe: 'a token, instead of being asked for one', type: 'string' } },
    async (argv) => {
      const input = createInterface({ input: process.stdin, output: process.stdout })
      const token = argv.token ?? (await input.question('Token: '))
      input.close()
      console.log(`Signed in with a token of ${token.length} characters`)
    },
  )
  .command(
    'report',
    'Print a summary for people',
    { verbose: { alias: 'v', describe: 'list the titles as well', type: 'boolean' } },
    (argv) => {
      const open = findIssues()
      console.log(`Open issues: ${open.length}`)
      if (argv.verbose) for (const each of open) console.log(`  #${each.id} ${each.title}`)
      // Old code, which does not trust its own end.
      setTimeout(() => process.exit(0), 1)
    },
  )
  .demandCommand(1)
  .strict()
