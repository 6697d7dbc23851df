import { beforeAll, describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, options?: ProcessOptions) => framework(line.split(' '), options)

describe('cuts', () => {
  const run = () =>
    runAll({
      long: framework(['put', '--title', 'é'.repeat(250)]),
      fits: framework(['put', '--title', 'é'.repeat(127)]),
      cut: words('read'),
      manifest: words('manifest'),
    })
  let ran: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    ran = await run()
  })

  it('never happen to what is written: too long texts are refused before', () => {
    expect(ran.long).toMatchObject({ code: 2, calls: 0 })
    expect(ran.long.error).toMatchObject({ code: 'FIELD_TOO_LARGE', phase: 'validation' })
    expect(ran.fits).toMatchObject({ code: 0, calls: 1 })
  })

  it('of what is read have a warning with both lengths', () => {
    expect(ran.cut.warnings).toMatchObject([
      {
        code: 'FIELD_TRUNCATED',
        context: { field: 'data.body', truncated_length: 7, original_length: 500 },
      },
    ])
  })

  it('leave a whole envelope, which says so in meta', () => {
    const envelope = JSON.parse(ran.cut.stdout) as object
    expect(Object.keys(envelope)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
    expect(ran.cut.meta['truncated']).toBe(true)
  })

  it('show in the value itself', () => {
    expect(ran.cut.data).toEqual({ body: 'half of…[truncated]', kept: 'all' })
  })

  it('have the declared limit in the manifest', () => {
    const { description } = ran.manifest.data['commands'].put.flags.title as { description: string }
    expect(description).toContain('at most 255 bytes')
  })
})
