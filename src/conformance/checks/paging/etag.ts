import { isJsonObject, type JsonObject } from '../../../contract/index.ts'
import { broken, defineCheck, kept, leftOut, notShown } from '../../check.ts'
import { noDialect } from '../../evidence/answers.ts'
import { noManifest } from '../../evidence/listed.ts'

export const check = defineCheck({
  id: 'etag',
  title: 'A known etag is answered with not_modified',
  level: 3,
  topic: 'paging',
  requirements: ['REQ-O-041'],
  failureModes: [5],
  why: 'An agent asks with the etag that it has, to save the tokens of an unchanged answer.',
  fix: 'Compare --etag with the etag of the answer; if equal exit 0 with data null and meta.not_modified true.',
  run: async (tool) => {
    const { manifest, absent } = tool.subject
    const reason = absent.get('etag')
    if (reason !== undefined) return leftOut(reason)
    const { dialect } = tool.subject
    if (dialect !== null && dialect.generation === undefined)
      return leftOut(`${dialect.id} has no not_modified.`)
    if (manifest === null) return noManifest(tool)
    const data = await tool.dataOf(manifest.run)
    const tag = isJsonObject(data ?? null) ? (data as JsonObject)['etag'] : undefined
    if (typeof tag !== 'string')
      return notShown('The manifest has no etag.', 'An etag in the manifest.')
    const run = await tool.run({
      name: 'manifest, unchanged',
      argv: [...manifest.argv, '--etag', tag],
    })
    const outcome = (await tool.read(run))?.outcome
    if (outcome === undefined) return noDialect(tool)
    return outcome.ok && outcome.meta['not_modified'] === true && outcome.data === null
      ? kept([run], 'A known etag is answered with not_modified.')
      : broken([{ run, says: 'The answer to a known etag is not not_modified.' }])
  },
})
