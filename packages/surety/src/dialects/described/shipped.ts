import type { Dialect } from '../dialect.ts'
import { defineDialect } from './define.ts'
import described from './shipped.json' with { type: 'json' }

/** Makes the dialect of another project that comes with us. */
export const shippedDialect = (id: keyof typeof described): Dialect => defineDialect(described[id])
