import { dialectCases } from '../../dialect.cases.ts'
import { dialect } from './index.ts'

dialectCases(dialect, { hasRoomOnSuccess: true, hasEnvelope: true })
