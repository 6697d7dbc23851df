import { jsonEqual } from '../../../internal/json/json-members.ts'
import { broken, defineCheck, kept } from '../../check.ts'
import { noManifest } from '../../evidence/listed.ts'

export const check = defineCheck({
  id: 'manifest_stable',
  title: 'The manifest is the same in every call',
  level: 3,
  topic: 'discovery',
  requirements: ['REQ-O-041'],
  failureModes: [52],
  why: 'An agent keeps the manifest by its etag. One that changes each time is fetched again and again.',
  fix: 'Sort the commands, leave out times and random values, and hash the registrations for the etag.',
  run: async (tool) => {
    const { manifest } = tool.subject
    if (manifest === null) return noManifest(tool)
    const argv = manifest.run.argv.slice(tool.subject.command.length)
    const run = await tool.run(
      { name: 'manifest', argv },
      { repetition: 1, withMachineArgs: false },
    )
    const [before, after] = [await tool.dataOf(manifest.run), await tool.dataOf(run)]
    if (before === undefined || after === undefined) return noManifest(tool)
    return jsonEqual(before, after)
      ? kept([manifest.run, run], 'Two calls give the same manifest.')
      : broken([{ run, says: 'A second call gives another manifest.' }])
  },
})
