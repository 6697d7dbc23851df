import { rmSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runKit, type Profile } from './kit.ts'
import { folder, prepare, TOOLS } from './profiles.ts'

beforeAll(prepare)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** `npm run test:long` and `npm run test:kit` make all calls of the kit. */
const isBrief = !process.env['SURETY_LONG']

/** Every check, with one call of each kind and both streams. */
function briefly({ probes, ...profile }: Profile): Profile {
  const isFirst = ({ kind }: Profile['probes'][number], at: number) =>
    kind === 'stream' || probes.findIndex((other) => other.kind === kind) === at
  return { ...profile, probes: probes.filter(isFirst) }
}

test.each(Object.entries(TOOLS))(
  '%s passes the checks of level 3',
  async (_name, profile) => {
    expect(await runKit(isBrief ? briefly(profile) : profile, { isBrief })).toEqual({})
  },
  60_000,
)
