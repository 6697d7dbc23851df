import { defineGroup } from '../../runtime/index.ts'
import { command as consistency } from './fixtures/consistency.ts'
import { command as record } from './fixtures/record.ts'
import { update, verify } from './fixtures/verify.ts'

export const group = defineGroup({
  description: 'Records the answers of a tool and compares them',
  commands: { record, verify, update, consistency },
})
