import { Args, Command, Flags } from '@oclif/core'

/** One command without a plugin tree: the least that this framework can load. */
class Hello extends Command {
  static args = { name: Args.string({ required: true }) }
  static flags = { loud: Flags.boolean() }

  async run() {
    const { args } = await this.parse(Hello)
    this.log(JSON.stringify({ ok: true, data: { greeting: `Hello ${args.name}` } }))
  }
}

await Hello.run(process.argv.slice(3), import.meta.url)
