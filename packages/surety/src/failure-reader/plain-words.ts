/** How much is read of a stream: what is longer is read from both ends. */
export const MAX_READ = 256 * 1024
const FROM_START = MAX_READ / 4
const MAX_MESSAGE = 400

/** Takes both ends of a long text, where programs say why they failed. */
export function nearText(text: string): string {
  if (text.length <= MAX_READ) return text
  return `${text.slice(0, FROM_START)}\n${text.slice(FROM_START - MAX_READ)}`
}

/** Colours, titles and links of terminals. */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with one
  /\u001B(?:\[[\d;:?]*[A-Za-z]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[()*+][\dA-Z]|.?)/g
/** Control characters, and those that hide or reorder text. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\0-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** Drops colours, titles and links. */
export function withoutEscapes(text: string): string {
  return text.includes('\u001B') ? text.replace(SEQUENCES, '') : text
}

/** Drops what a terminal would interpret; line feeds and tabs stay. */
export function plainWords(text: string): string {
  return withoutEscapes(text).replace(HIDDEN, '').toWellFormed()
}

/** The first line that has words, of which a message can be made; a piece of JSON is none. */
export function firstLine(text: string): string | undefined {
  const line = plainWords(text.slice(0, 4 * MAX_READ))
    .split('\n')
    .map((each) => each.trim().replace(BULLET, ''))
    .find((each) => /[\p{L}\d]/u.test(each))
  return line === undefined || isJsonLike(line) ? undefined : cut(line)
}

export function cut(line: string): string {
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1).trimEnd()}…`
}

/** Tests for the start of JSON: text for machines, and never a message. */
export function isJsonLike(line: string): boolean {
  return /^(?:\{(?:\s*["}]|$)|\[\s*(?:[{["\]]|$)|"[^"]*"\s*:|[\]}],?$)/.test(line)
}

export const HAS_WORD = /[\p{L}\d]{2}/u
/** What is drawn before a line. */
export const BULLET =
  /^(?:[\s│┃║╷╵╭╰─•●◆✖✕✗✘❌×☠⨯⚠➤⎯]|x {1,2}(?=[A-Z])|`-> *|\^ (?=[A-Z])|! (?=[A-Z]))+/u
