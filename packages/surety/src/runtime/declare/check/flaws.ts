import { Defect, defect } from '../../../contract/index.ts'

/** What is wrong with a declaration: texts that begin with a code, which the name of what is declared replaces. */
export type Flaws = Iterable<string>

/** Throws the first flaw as a defect of the program. */
export function refuse(where: string, flaws: Flaws): void {
  for (const text of flaws) throw flaw(where, text)
}

export function flaw(where: string, text: string): Defect {
  const [code] = /^[A-Z_]+/.exec(text)!
  return defect(code, where + text.slice(code.length))
}

export type Mistakes = readonly Defect[]

/** Finds all mistakes that a check names, as defects of the program; one that it throws ends it. */
export function mistakes(where: string, check: () => Flaws | void): Mistakes {
  const found: Defect[] = []
  try {
    for (const text of check() ?? []) found.push(flaw(where, text))
  } catch (error) {
    if (!(error instanceof Defect)) throw error
    found.push(error)
  }
  return found
}
