import {
  loadDialect,
  validateCapture,
  type Capture,
  type Decoded,
  type Dialect,
} from '../../../dialects/index.ts'
import type { Anomaly } from '../../result.ts'

/** Reports what `surety validate` would: mistakes in the document, and what the reader found. */
export async function schemaProblems(
  dialect: string | Dialect,
  capture: Capture,
  { outcome }: Decoded,
): Promise<readonly Omit<Anomaly, 'attempt'>[]> {
  const loaded = typeof dialect === 'string' ? await loadDialect(dialect) : dialect
  return validateCapture(loaded, capture, outcome)
    .slice(0, MOST_PROBLEMS)
    .map(({ pointer, message }) => ({
      code: 'ANSWER_PROBLEM',
      message: pointer === '' ? message : `${pointer}: ${message}`,
    }))
}

const MOST_PROBLEMS = 20
