import { dialectCases } from '../dialect.suite.ts'
import { dialect } from './index.ts'

dialectCases(dialect, { hasRoomOnSuccess: false, hasEnvelope: true })
