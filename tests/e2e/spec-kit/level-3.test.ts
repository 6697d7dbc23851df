import { rmSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runKit } from './kit.ts'
import { folder, prepare, TOOLS } from './profiles.ts'

beforeAll(prepare)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test.each(Object.entries(TOOLS))(
  '%s passes the checks of level 3',
  async (_name, profile) => {
    expect(await runKit(profile)).toEqual({})
  },
  60_000,
)
