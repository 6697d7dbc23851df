import { makeSpecEncoder } from '../encoders.ts'
import { isIncompleteWork, metaOf116, warningsOf116 } from './meta.ts'

/** Writes contract 1.16. Apart from the others, because its tests of `meta` are as long as all that those need. */
export const encoder116 = makeSpecEncoder({
  generation: '1.16',
  warningsOf: warningsOf116,
  metaOf: metaOf116,
  isIncompleteWork,
})
