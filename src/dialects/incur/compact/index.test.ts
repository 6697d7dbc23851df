import { dialectCases } from '../../dialect.cases.ts'
import { dialect } from './index.ts'

dialectCases(dialect, { hasRoomOnSuccess: false, hasEnvelope: false })
