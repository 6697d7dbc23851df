const END_IS_NEAR =
  /\bdeprecat|\bwill be (?:removed|dropped|discontinued|retired)\b|\bno longer (?:be )?supported\b|\bobsolete|\bend[- ]of[- ]life\b|\bsunset(?:ting)?\b/i

/** Picks the warnings that announce the end of what was called. */
export function softRedirects(warnings: readonly string[]): readonly string[] {
  return warnings.filter((warning) => END_IS_NEAR.test(warning))
}
