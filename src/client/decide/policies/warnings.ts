const DEPRECATION =
  /\bdeprecat|\bwill be (?:removed|dropped|discontinued|retired)\b|\bno longer (?:be )?supported\b|\bobsolete|\bend[- ]of[- ]life\b|\bsunset(?:ting)?\b/i

/** Picks the warnings about deprecation. */
export function softRedirects(warnings: readonly string[]): readonly string[] {
  return warnings.filter((warning) => DEPRECATION.test(warning))
}
