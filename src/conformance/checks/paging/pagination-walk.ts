import { defineCheck } from '../../check.ts'
import { walkPages } from '../../evidence/walk-pages.ts'

export const check = defineCheck({
  id: 'pagination_walk',
  title: 'A list can be walked to its end, page by page',
  level: 3,
  topic: 'paging',
  requirements: ['REQ-F-018', 'REQ-O-003'],
  failureModes: [5],
  why: 'An agent follows the cursor. One that repeats itself, or skips items, loops or loses data.',
  fix: 'Give a cursor exactly while there is more, and make it name the position after the last item.',
  run: (tool) => walkPages(tool),
})
