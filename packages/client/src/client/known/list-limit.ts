/** Another version of a program may have another limit than its description, and limits are round. */
export function isRound(rows: number): boolean {
  return rows >= 10 && rows % 5 === 0
}
