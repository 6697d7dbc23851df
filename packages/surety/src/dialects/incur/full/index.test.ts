import { dialectCases } from '../../dialect.suite.ts'
import { dialect } from './index.ts'

dialectCases(dialect, { hasRoomOnSuccess: true, hasEnvelope: true })
