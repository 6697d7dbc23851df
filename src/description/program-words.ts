import type { Description } from './description.ts'

/** Returns the variables that a description has for its program; undefined removes one. */
export function variablesOf({
  env = {},
}: Pick<Description, 'env'>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? undefined]))
}

/** Writes a text so that YAML reads it as this text: plain where it can be, else quoted as JSON. */
export function yamlWord(text: string): string {
  return /^[A-Za-z./-][\w./ ()-]*(?<! )$/.test(text) && !MEANINGFUL.test(text)
    ? text
    : JSON.stringify(text)
}

const MEANINGFUL =
  /^(?:-|-{3}|\.{1,3}|- .*|true|false|null|yes|no|on|off|y|n|~|[-.]*(?:\d.*|inf|nan))$/i
