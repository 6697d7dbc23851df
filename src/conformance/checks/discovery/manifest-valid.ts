import { validateManifest } from '../../../contract/index.ts'
import { broken, defineCheck, kept } from '../../check.ts'
import { endOf, noDialect } from '../../evidence/answers.ts'
import { noManifest } from '../../evidence/listed.ts'

export const check = defineCheck({
  id: 'manifest_valid',
  title: 'The manifest is valid',
  level: 3,
  topic: 'discovery',
  requirements: ['REQ-O-041'],
  failureModes: [52, 21],
  why: 'The manifest is how an agent learns a whole tool in one call.',
  fix: 'Print the manifest as data of an answer, with all members that its schema asks for.',
  run: async (tool) => {
    const { manifest, failedManifest, dialect } = tool.subject
    if (failedManifest !== null) {
      const says = `The call for the manifest gives none (${endOf(failedManifest)}).`
      return broken([{ run: failedManifest, says }])
    }
    if (manifest === null) return noManifest(tool)
    const reading = await tool.read(manifest.run)
    if (reading === undefined) return noDialect(tool)
    if (!reading.outcome.ok || reading.problems.length > 0)
      return broken([
        {
          run: manifest.run,
          says: 'The answer to the call for the manifest is not a valid success.',
        },
      ])
    const [first] = validateManifest(reading.outcome.data, dialect?.generation)
    return first === undefined
      ? kept([manifest.run], 'The manifest is valid.')
      : broken([{ run: manifest.run, says: `In the manifest: ${first.message}` }])
  },
})
