import { fileURLToPath } from 'node:url'

import { dialectCases, type DialectCases } from '../dialect.suite.ts'
import { loadDialectFile } from './file.ts'

const examples: Readonly<Record<string, DialectCases>> = {
  'success-flag.surety.yaml': { hasRoomOnSuccess: true, hasEnvelope: true },
  'status-word.surety.yaml': { hasRoomOnSuccess: true, hasEnvelope: true },
  'bare-list.surety.json': { hasRoomOnSuccess: false, hasRoomOnFailure: false, hasEnvelope: true },
}

for (const [file, cases] of Object.entries(examples)) {
  const url = new URL(`../../../../../examples/dialects/${file}`, import.meta.url)
  const dialect = await loadDialectFile(fileURLToPath(url))
  dialectCases(dialect, { ...cases, file: `custom-${dialect.id}`, minimumFixtures: 8 })
}
