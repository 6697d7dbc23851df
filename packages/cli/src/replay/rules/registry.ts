import type { Rule } from './rule.ts'
import { rule as hiddenFailure } from './hidden-failure.ts'
import { rule as longOutput } from './long-output.ts'
import { rule as permission } from './permission.ts'
import { rule as repeatedFailure } from './repeated-failure.ts'
import { rule as repeatedWrite } from './repeated-write.ts'
import { rule as shownSecret } from './shown-secret.ts'
import { rule as stoppedList } from './stopped-list.ts'
import { rule as undescribed } from './undescribed.ts'

/** All rules, in the order in which they are told. To add one, write a file beside this and a line here. */
export const RULES: readonly Rule[] = [
  hiddenFailure,
  stoppedList,
  shownSecret,
  repeatedFailure,
  repeatedWrite,
  longOutput,
  permission,
  undescribed,
]
