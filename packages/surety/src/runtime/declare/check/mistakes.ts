import { Defect, defect } from '../../../contract/index.ts'

/** What is wrong with a declaration: texts that begin with a code, which the name of what is declared replaces. */
export type MistakeTexts = Iterable<string>

/** Throws the first mistake as a defect of the program. */
export function refuse(where: string, mistakes: MistakeTexts): void {
  for (const text of mistakes) throw mistake(where, text)
}

export function mistake(where: string, text: string): Defect {
  const [code] = /^[A-Z_]+/.exec(text)!
  return defect(code, where + text.slice(code.length))
}

export type Mistakes = readonly Defect[]

/** Finds all mistakes that a check names, as defects of the program; one that it throws ends it. */
export function mistakes(where: string, check: () => MistakeTexts | void): Mistakes {
  const found: Defect[] = []
  try {
    for (const text of check() ?? []) found.push(mistake(where, text))
  } catch (error) {
    if (!(error instanceof Defect)) throw error
    found.push(error)
  }
  return found
}
