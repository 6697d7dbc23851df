import { expect, it } from 'vitest'

import { runCli } from '../../../testing/index.ts'
import { defineCli } from '../../index.ts'

it.each([
  ['yes', "plan must be true or false, not 'yes'"],
  [true, 'plan needs dryRun(), whose answer it binds to'],
])('a plan that is %j is refused', async (plan, reason) => {
  const cli = defineCli({ name: 'acme', plan: plan as true, run: () => ({}) })
  const { outcome } = await runCli(cli, [], { unchecked: true })
  expect(outcome.error?.message).toContain(reason)
})
