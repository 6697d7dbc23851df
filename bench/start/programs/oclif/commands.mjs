import { readFile } from 'node:fs/promises'

import { Args, Command, Flags } from '@oclif/core'

class Hello extends Command {
  static description = 'Greets someone'
  static args = { name: Args.string({ description: 'Who', required: true }) }
  static flags = { loud: Flags.boolean({ description: 'Shout' }) }

  async run() {
    const { args, flags } = await this.parse(Hello)
    const name = flags.loud ? args.name.toUpperCase() : args.name
    this.log(JSON.stringify({ ok: true, data: { greeting: `Hello ${name}` } }))
  }
}

class Read extends Command {
  static description = 'Reads a file'
  static args = { file: Args.string({ description: 'Which', required: true }) }

  async run() {
    const { args } = await this.parse(Read)
    const text = await readFile(args.file, 'utf8')
    this.log(JSON.stringify({ ok: true, data: { file: args.file, text } }))
  }
}

class List extends Command {
  static description = 'Lists things'
  static flags = { tag: Flags.string({ description: 'Only these' }) }

  async run() {
    await this.parse(List)
    this.log(JSON.stringify({ ok: true, data: [{ id: 1 }, { id: 2 }] }))
  }
}

export const COMMANDS = { hello: Hello, read: Read, list: List }
