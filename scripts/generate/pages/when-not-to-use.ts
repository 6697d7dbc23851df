/** The section with which every page of docs/ ends; `tests/docs/pages.test.ts` looks for it. */
export function whenNotToUse(sentences: string): string {
  return `\n## When not to use it\n\n${sentences}\n`
}
