import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import type { JsonValue } from '../contract/index.ts'
import { FORMAT_IDS, isFormatId, loadFormat } from './registry.ts'

const page = readFileSync(new URL('../../../../docs/framework/output.md', import.meta.url), 'utf8')

/** Every fenced block of the page that shows a format, with the input above it. */
function examples() {
  const found: { id: string; input: JsonValue; text: string }[] = []
  let input: JsonValue = null
  for (const [, info = '', text = ''] of page.matchAll(/^```(.+)\n([\s\S]*?)\n```$/gm)) {
    if (info === 'json input') input = JSON.parse(text) as JsonValue
    else if (isFormatId(info)) found.push({ id: info, input, text })
  }
  return found
}

it.each(examples())('documents what $id writes', async ({ id, input, text }) => {
  if (!isFormatId(id)) throw new TypeError(`no format ${id}`)
  const format = await loadFormat(id)
  expect(await format.render(input)).toBe(text)
})

it('documents an example of every format', () => {
  expect(new Set(examples().map(({ id }) => id))).toEqual(new Set(FORMAT_IDS))
})
