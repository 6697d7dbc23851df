/** Gives parts of pages the same addresses as where the code is hosted. */
export function slugify(heading: string): string {
  const words = heading.trim().toLowerCase()
  return words.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-')
}
