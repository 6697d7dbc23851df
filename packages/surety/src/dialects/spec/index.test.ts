import { dialectCases } from '../dialect.suite.ts'
import { specDialects } from './index.ts'

for (const dialect of Object.values(specDialects)) {
  dialectCases(dialect, { hasRoomOnSuccess: true, hasEnvelope: true })
}
