import { s, type Infer } from 'surety'

import { BadItem } from './batch.ts'
import { STATUSES } from './subjects.ts'

const item = s.object({
  id: s.string().min(1).pattern(/\S|^$/, 'text that is not blank').optional(),
  title: s.string().min(1).pattern(/\S|^$/, 'text that is not blank').optional(),
  status: s.enum(STATUSES).optional(),
  priority: s.integer().min(0).max(4).optional(),
  labels: s.array(s.string()).optional(),
  body: s.string().optional(),
})

/** One item of a batch file. */
export type Item = Infer<typeof item>

/** Validates an item of a batch file; the message lists all problems. */
export function parseItem(value: Record<string, unknown>): Item {
  const checked = item['~standard'].validate(value)
  if (checked instanceof Promise) throw new BadItem('items are checked at once')
  if (checked.issues) throw new BadItem(checked.issues.map((issue) => issue.message).join('; '))
  return checked.value
}
