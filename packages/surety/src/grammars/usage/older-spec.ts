import { readOlderKdl } from '@surety/internal/kdl-text.ts'
import type { GrammarFormat } from '../grammar-format.ts'
import { format as usage, readWith } from './index.ts'

/** usage as programs of any age print it. Tools of ours, which only write it, do without the older parser. */
export const format: GrammarFormat = { ...usage, read: readWith(readOlderKdl) }
