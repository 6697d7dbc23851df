import type { Generation } from '../../contract/index.ts'
import type { Encoder } from '../dialect.ts'
import { isIncompleteWork, metaOf116, warningsOf116 } from './1.16/meta.ts'
import { makeSpecEncoder, specEncoder10, specEncoder16 } from './write.ts'

export const specEncoders: Readonly<Record<Generation, Encoder>> = Object.freeze({
  '1.0': specEncoder10,
  '1.6': specEncoder16,
  '1.16': makeSpecEncoder({
    generation: '1.16',
    warningsOf: warningsOf116,
    metaOf: metaOf116,
    isIncompleteWork,
  }),
})
