// An ordinary program of oclif: nothing in it knows of surety.
import { createInterface } from 'node:readline/promises'

import { Args, Command, Flags } from '@oclif/core'

import { createIssue, findIssue, findIssues, getSetting, isReadOnly, sync } from '../../issues.js'

class DeskCommand extends Command {
  static baseFlags = {
    profile: Flags.string({ description: 'the account to use', default: 'default' }),
  }
}

const id = Args.string({ description: 'the number of the issue', required: true })

class ListIssues extends DeskCommand {
  static description = 'List issues'
  static aliases = ['issue:ls']
  static flags = {
    state: Flags.string({
      char: 's',
      description: 'only issues in this state',
      options: ['open', 'closed', 'all'],
      default: 'open',
    }),
    label: Flags.string({ char: 'l', description: 'only issues with this label' }),
    limit: Flags.integer({ char: 'n', description: 'at most this many', default: 10 }),
  }

  async run() {
    const { flags } = await this.parse(ListIssues)
    for (const each of findIssues(flags)) this.log(JSON.stringify(each))
  }
}

class ShowIssue extends DeskCommand {
  static description = 'Show an issue'
  static args = { id }

  async run() {
    const { args } = await this.parse(ShowIssue)
    this.log(JSON.stringify(findIssue(args.id), null, 2))
  }
}

class CreateIssue extends DeskCommand {
  static description = 'Create an issue'
  static args = { title: Args.string({ description: 'what it is about', required: true }) }
  static flags = {
    body: Flags.string({ description: 'the whole story', required: true }),
    priority: Flags.string({
      char: 'p',
      description: 'how urgent it is',
      options: ['low', 'normal', 'high'],
      default: 'normal',
    }),
    labels: Flags.string({
      description: 'labels, with commas between them',
      multiple: true,
      delimiter: ',',
      default: [],
    }),
    draft: Flags.boolean({ description: 'keep it to yourself' }),
    notify: Flags.boolean({ description: 'tell everybody', allowNo: true, default: true }),
  }

  async run() {
    const { args, flags } = await this.parse(CreateIssue)
    const created = await createIssue({ ...flags, title: args.title })
    this.logToStderr(`Created #${created.id}`)
    return { ...created, draft: flags.draft === true }
  }
}

class CloseIssue extends DeskCommand {
  static description = 'Close an issue'
  static args = { id }

  async run() {
    const { args } = await this.parse(CloseIssue)
    this.log(`Closed #${findIssue(args.id).id}: ${findIssue(args.id).title}`)
  }
}

class DeleteIssue extends DeskCommand {
  static description = 'Delete an issue for good'
  static args = { id }

  async run() {
    const { args } = await this.parse(DeleteIssue)
    this.log(JSON.stringify({ deleted: findIssue(args.id).id }))
  }
}

const key = Args.string({ description: 'its name', required: true })

class GetSetting extends DeskCommand {
  static description = 'Print a setting'
  static args = { key }

  async run() {
    const { args } = await this.parse(GetSetting)
    const value = getSetting(args.key)
    if (value === undefined) {
      console.error(`error: there is no setting ${args.key}`)
      process.exit(3)
    }
    this.log(value)
  }
}

class SetSetting extends DeskCommand {
  static description = 'Change a setting'
  static args = { key, value: Args.string({ description: 'its new value', required: true }) }

  async run() {
    const { args } = await this.parse(SetSetting)
    if (isReadOnly(args.key)) {
      this.logToStderr(`${args.key} is read-only`)
      process.exitCode = 4
      return
    }
    this.log(`${args.key} = ${args.value}`)
  }
}

class Sync extends DeskCommand {
  static description = 'Fetch what others did'
  static flags = { offline: Flags.boolean({ description: 'pretend that there is no network' }) }

  async run() {
    const { flags } = await this.parse(Sync)
    const count = await sync((message) => this.logToStderr(`${message} ...`), flags.offline)
    this.log(`${count} issues are up to date`)
  }
}

class Login extends DeskCommand {
  static description = 'Sign in'
  static flags = { token: Flags.string({ description: 'a token, instead of being asked for one' }) }

  async run() {
    const { flags } = await this.parse(Login)
    const input = createInterface({ input: process.stdin, output: process.stdout })
    const token = flags.token ?? (await input.question('Token: '))
    input.close()
    this.log(`Signed in with a token of ${token.length} characters`)
  }
}

class Report extends DeskCommand {
  static description = 'Print a summary for people'
  static flags = { verbose: Flags.boolean({ char: 'v', description: 'list the titles as well' }) }

  async run() {
    const { flags } = await this.parse(Report)
    const open = findIssues()
    this.log(`Open issues: ${open.length}`)
    if (flags.verbose) for (const each of open) this.log(`  #${each.id} ${each.title}`)
    // Old code, which does not trust its own end.
    setTimeout(() => process.exit(0), 1)
  }
}

export const COMMANDS = {
  'issue:list': ListIssues,
  'issue:show': ShowIssue,
  'issue:create': CreateIssue,
  'issue:close': CloseIssue,
  'issue:delete': DeleteIssue,
  'config:get': GetSetting,
  'config:set': SetSetting,
  sync: Sync,
  login: Login,
  report: Report,
}
