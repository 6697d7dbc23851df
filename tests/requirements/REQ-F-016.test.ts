import { beforeAll, describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, options?: ProcessOptions) => framework(line.split(' '), options)

describe('values', () => {
  let ran: Readonly<Record<'texts' | 'pictures' | 'again' | 'schema', ToolAnswer>>
  beforeAll(async () => {
    ran = await runAll({
      texts: words('texts'),
      pictures: words('pictures'),
      again: words('pictures'),
      schema: words('pictures --schema'),
    })
  })

  it('texts become valid UTF-8 without null bytes', () => {
    expect(ran.texts).toMatchObject({
      code: 0,
      data: {
        latin: 'caf\ufffd',
        zero: 'a\ufffdb',
        half: 'a\ufffdb',
        nested: [{ 'k\ufffd': '\ufffd' }],
      },
    })
    expect(ran.texts.stdout.isWellFormed()).toBe(true)
    expect(ran.texts.stdout).not.toMatch(/\0|\\u0000|\\ud800/)
  })

  it('replacements are warnings with the field, and nothing on stderr', () => {
    expect(ran.texts.stderr).toBe('')
    const messages = ran.texts.warnings.map(({ message }) => message as string)
    expect(messages).toContain('/zero: The NUL character becomes U+FFFD.')
    expect(messages).toContain('/half: Half of a surrogate pair becomes U+FFFD.')
  })

  it('bytes are wrapped, declared or not', () => {
    const wrapper = { type: 'binary', encoding: 'base64', size_bytes: 10 }
    expect(ran.pictures.data['plain']).toMatchObject(wrapper)
    const { value } = ran.pictures.data['plain'] as { value: string }
    expect(Buffer.from(value, 'base64').toString('hex')).toBe('89504e470d0a1a0a00ff')
    expect(ran.pictures.data['loose'].deep).toMatchObject({ type: 'binary', size_bytes: 2 })
  })

  it('a schema says which members are bytes, and of which type', () => {
    expect(ran.schema.data['output_schema'].properties).toMatchObject({
      plain: { 'x-kind': 'binary', contentEncoding: 'base64' },
      typed: { 'x-kind': 'binary', contentMediaType: 'image/png' },
    })
  })

  it('equal calls have equal data and etags, and what differs is in meta', () => {
    const dataOf = ({ stdout }: ToolAnswer) => /"data":(.*),"error"/.exec(stdout)![1]
    expect(dataOf(ran.again)).toBe(dataOf(ran.pictures))
    expect(ran.again.meta['etag']).toBe(ran.pictures.meta['etag'])
    const members = ['duration_ms', 'command']
    for (const member of members) {
      expect(ran.pictures.meta).toHaveProperty(member)
      expect(ran.pictures.data).not.toHaveProperty(member)
    }
  })
})
