import { Args, Command } from '@oclif/core'

import { rows } from '../../rows.mjs'

// oxlint-disable-next-line import/no-default-export -- the framework wants one
export default class Row extends Command {
  static args = { row: Args.string({ required: true }) }
  static enableJsonFlag = true

  async run() {
    const { args } = await this.parse(Row)
    return rows[args.row].run()
  }
}
