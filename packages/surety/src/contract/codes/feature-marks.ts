import features from './features.json' with { type: 'json' }

/** Members of `meta` that features of the framework write; each is a text. */
export const FEATURE_META: readonly string[] = features.meta

/** Tests for a line of a stream that is neither an item nor an answer. */
export function isNotice(record: Readonly<Record<string, unknown>>): boolean {
  return features.notices.some((mark) => record[mark] === true)
}
