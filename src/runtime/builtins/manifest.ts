import type { Generation } from '../../contract/index.ts'
import type { Cli } from '../cli.ts'
import { defineCommand, type Command } from '../command.ts'
import { buildManifest } from '../manifest/manifest.ts'
import type { Members } from '../group.ts'
import { modelOf } from '../model.ts'

/** Describes every command as data; with the etag of a copy that is still good, says only that. */
export function manifestCommand(cli: Cli, generation: Generation, all: () => Members): Command {
  return defineCommand({
    description: 'Describes every command as data',
    danger: 'safe',
    type: 'manifest',
    exitCodes: { SUCCESS: 'The manifest is in data, or the copy of the caller is still good' },
    cacheable: true,
    run: async ({ etag, notModified, note }) => {
      const manifest = await buildManifest(await modelOf(cli, all()), generation)
      note('etag', manifest.etag)
      return manifest.etag === etag ? notModified(manifest.etag) : manifest
    },
  })
}
