import type { Weigh } from '../../detect/evidence.ts'

/** Weighs a document for incur's compact output, which can be anything if the exit is 0. */
export const weigh: Weigh = ({ document, stream, exit, has }) => {
  if (stream === 'stderr') return undefined
  if (exit === 0) return { score: 0.15, reasons: ['exit 0; compact output can be anything'] }
  const { code, message } = document
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  const reasons = ['a failing exit, code and message on top']
  return { score: has('ok') ? 0.3 : 0.85, reasons }
}
