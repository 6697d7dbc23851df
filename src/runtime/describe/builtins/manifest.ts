import { traitsOf } from '../../../dialects/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { dialectExits } from '../manifest/dialect-exits.ts'
import { manifestFor } from '../manifest/manifest-for.ts'
import { wholeAnswers } from '../../result/whole-answers.ts'
import type { Members } from '../../declare/group.ts'
import { modelOf } from '../cli-model.ts'

/** Makes the `manifest` command; it returns no data if the caller's etag is current. */
export function manifestCommand(cli: Cli, dialect: string, all: () => Members): Command {
  const command = defineCommand({
    description: 'Describes every command as data',
    danger: 'safe',
    type: 'manifest',
    exitCodes: { SUCCESS: 'The manifest is in data, or the etag of the caller is current' },
    cacheable: true,
    run: async ({ etag, notModified, addMeta, warn }) => {
      const numbers = await dialectExits(cli, dialect)
      const model = await modelOf(cli, all(), warn, traitsOf(dialect).isCurrent)
      const manifest = await manifestFor(dialect)(model, numbers)
      addMeta('etag', manifest.etag)
      return manifest.etag === etag ? notModified(manifest.etag) : manifest
    },
  })
  wholeAnswers.add(command)
  return command
}
