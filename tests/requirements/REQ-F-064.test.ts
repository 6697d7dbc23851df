import { describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, options?: ProcessOptions) => framework(line.split(' '), options)

describe('cuts', () => {
  it('REQ-F-064/1,2,3,4,5,6,7,8: are announced, and too long texts refused', async () => {
    const ran = await runAll({
      long: framework(['put', '--title', 'é'.repeat(250)]),
      fits: framework(['put', '--title', 'é'.repeat(127)]),
      cut: words('read'),
      manifest: words('manifest'),
    })
    expect(ran.long).toMatchObject({ code: 2, calls: 0 })
    expect(ran.long.error).toMatchObject({ code: 'FIELD_TOO_LARGE', phase: 'validation' })
    expect(ran.fits).toMatchObject({ code: 0, calls: 1 })
    expect(JSON.parse(ran.cut.stdout)).toMatchObject({
      data: { body: 'half of…[truncated]', kept: 'all' },
      warnings: [
        {
          code: 'FIELD_TRUNCATED',
          context: { field: 'data.body', truncated_length: 7, original_length: 500 },
        },
      ],
      meta: { truncated: true },
    })
    const { description } = ran.manifest.data['commands'].put.flags.title as { description: string }
    expect(description).toContain('at most 255 bytes')
  })
})
