import { cost } from './checks/cost.ts'
import { declared } from './checks/declared.ts'
import { discovery } from './checks/discovery.ts'
import { ending } from './checks/ending.ts'
import { envelope } from './checks/envelope.ts'
import { exits } from './checks/exits.ts'
import { input } from './checks/input.ts'
import { lists } from './checks/lists.ts'
import { paging } from './checks/paging.ts'
import { recovery } from './checks/recovery.ts'
import { safety } from './checks/safety.ts'
import { stability } from './checks/stability.ts'
import { streams } from './checks/streams.ts'
import { waiting } from './checks/waiting.ts'
import { RULE_IDS } from './any/check-any.ts'
import type { Check } from './check.ts'

export const CHECKS: readonly Check[] = [
  ...waiting,
  ...envelope,
  ...exits,
  ...streams,
  ...input,
  ...ending,
  ...discovery,
  ...declared,
  ...safety,
  ...stability,
  ...recovery,
  ...paging,
  ...lists,
  ...cost,
].toSorted((a, b) => a.level - b.level)

/** The ids of all checks of both presets, in the order of reports. */
export const CHECK_IDS: readonly string[] = Object.freeze([
  ...new Set([...RULE_IDS, ...CHECKS.map(({ id }) => id)]),
])
