import type { FindingStatus } from '../../packages/check/src/conformance/report/report.ts'

/** What a finding can be, and checks that were left out. */
export type Status = FindingStatus | 'left_out'

/** In the order of interest. */
export const STATUSES: readonly Status[] = ['broken', 'not_shown', 'kept', 'left_out']

/** The words and the sign of each; a colour alone says nothing to many people. */
export const STATUS_LABELS: Readonly<
  Record<Status, { readonly label: string; readonly sign: string }>
> = {
  broken: { label: 'Broken', sign: '✕' },
  not_shown: { label: 'Not shown', sign: '?' },
  kept: { label: 'Kept', sign: '✓' },
  left_out: { label: 'Does not apply', sign: '–' },
}
