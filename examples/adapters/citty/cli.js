// An ordinary program of citty: nothing in it knows of surety.
import { createInterface } from 'node:readline/promises'

import { defineCommand } from 'citty'

import { createIssue, findIssue, findIssues, getSetting, isReadOnly, sync } from '../issues.js'

const id = { type: 'positional', description: 'the number of the issue', required: true }
const key = { type: 'positional', description: 'its name', required: true }

const issue = defineCommand({
  meta: { name: 'issue', description: 'Work with issues' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', alias: 'ls', description: 'List issues' },
      args: {
        state: {
          type: 'enum',
          alias: 's',
          description: 'only issues in this state',
          options: ['open', 'closed', 'all'],
          default: 'open',
        },
        label: { type: 'string', alias: 'l', description: 'only issues with this label' },
        limit: { type: 'string', alias: 'n', description: 'at most this many', default: '10' },
      },
      run({ args: { state, label, limit } }) {
        const found = findIssues({ state, label, limit: Number(limit) })
        for (const each of found) console.log(JSON.stringify(each))
      },
    }),
    show: defineCommand({
      meta: { name: 'show', description: 'Show an issue' },
      args: { id },
      run({ args }) {
        console.log(JSON.stringify(findIssue(args.id), null, 2))
      },
    }),
    create: () =>
      defineCommand({
        meta: { name: 'create', description: 'Create an issue' },
        args: {
          title: { type: 'positional', description: 'what it is about', required: true },
          body: { type: 'string', description: 'the whole story', required: true },
          priority: {
            type: 'enum',
            alias: 'p',
            description: 'how urgent it is',
            options: ['low', 'normal', 'high'],
            default: 'normal',
          },
          labels: { type: 'string', description: 'labels, with commas between them', default: '' },
          draft: { type: 'boolean', description: 'keep it to yourself' },
          notify: { type: 'boolean', description: 'tell others', default: true },
        },
        async run({ args: { title, body, priority, labels, draft, notify } }) {
          const list = labels === '' ? [] : labels.split(',')
          const created = await createIssue({ title, body, priority, labels: list, notify })
          console.error(`Created #${created.id}`)
          return { ...created, draft: draft === true }
        },
      }),
    close: defineCommand({
      meta: { name: 'close', description: 'Close an issue' },
      args: { id },
      run({ args }) {
        console.log(`Closed #${findIssue(args.id).id}: ${findIssue(args.id).title}`)
      },
    }),
    delete: defineCommand({
      meta: { name: 'delete', description: 'Delete an issue for good' },
      args: { id },
      run({ args }) {
        console.log(JSON.stringify({ deleted: findIssue(args.id).id }))
      },
    }),
  },
})

const config = defineCommand({
  meta: { name: 'config', description: 'Read and change settings' },
  subCommands: {
    get: defineCommand({
      meta: { name: 'get', description: 'Print a setting' },
      args: { key },
      run({ args }) {
        const value = getSetting(args.key)
        if (value === undefined) {
          console.error(`error: there is no setting ${args.key}`)
          process.exit(3)
        }
        console.log(value)
      },
    }),
    set: defineCommand({
      meta: { name: 'set', description: 'Change a setting' },
      args: { key, value: { type: 'positional', description: 'its new value', required: true } },
      run({ args }) {
        if (isReadOnly(args.key)) {
          console.error(`${args.key} is read-only`)
          process.exitCode = 4
          return
        }
        console.log(`${args.key} = ${args.value}`)
      },
    }),
  },
})

export const main = defineCommand({
  meta: { name: 'desk', version: '1.4.0', description: 'Keeps the issues of a small project' },
  args: { profile: { type: 'string', description: 'the account to use', default: 'default' } },
  subCommands: {
    issue,
    config,
    sync: defineCommand({
      meta: { name: 'sync', description: 'Fetch what others did' },
      args: { offline: { type: 'boolean', description: 'pretend that there is no network' } },
      async run({ args }) {
        const count = await sync((message) => console.error(`${message} ...`), args.offline)
        console.log(`${count} issues are up to date`)
      },
    }),
    login: defineCommand({
      meta: { name: 'login', description: 'Sign in' },
      args: { token: { type: 'string', description: 'a token, instead of being asked for one' } },
      async run({ args }) {
        const input = createInterface({ input: process.stdin, output: process.stdout })
        const token = args.token ?? (await input.question('Token: '))
        input.close()
        console.log(`Signed in with a token of ${token.length} characters`)
      },
    }),
    report: defineCommand({
      meta: { name: 'report', description: 'Print a summary for people' },
      args: { verbose: { type: 'boolean', alias: 'v', description: 'list the titles as well' } },
      run({ args }) {
        const open = findIssues()
        console.log(`Open issues: ${open.length}`)
        if (args.verbose)
          for (const { id: number, title } of open) console.log(`  #${number} ${title}`)
        // Old code, which does not trust its own end.
        setTimeout(() => process.exit(0), 1)
      },
    }),
  },
})
