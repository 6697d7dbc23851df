import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { recordScreen, toSvg } from '../../scripts/picture.ts'

test('the picture of the README shows what a published CLI prints today, bare and adopted', async () => {
  // How long a call took differs; the rest is what anybody sees.
  const still = (svg: string) => svg.replaceAll(/"duration_ms":\d+\}\}\s*/g, '"duration_ms":…')
  const drawn = toSvg(await recordScreen())
  expect(still(drawn)).toBe(still(readFileSync('docs/terminal.svg', 'utf8')))
})
