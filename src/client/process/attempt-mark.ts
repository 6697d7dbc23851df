import { startOf } from '../../internal/process/process-identity.ts'

/** The variable that names, to every descendant of an attempt, the attempt that it belongs to. */
export const MARK = 'SURETY_CALL'

/** An attempt and the client that made it, as its descendants carry them. */
export interface CallMark {
  readonly call: string
  /** Counted from 1. */
  readonly attempt: number
  readonly clientPid: number
  readonly clientStart: string
}

let own: string | undefined

/** Writes a mark; one that this process carries itself stays in front, so that descendants belong to both. */
export function writeMark(call: string, attempt: number, inherited: string | undefined): string {
  own ??= `${process.pid}.${startOf(process.pid) ?? 'unknown'}`
  const mark = `${call}.${attempt}.${own}`
  const outer = inherited === undefined || inherited === '' ? [] : inherited.split('/').slice(-7)
  return [...outer, mark].join('/')
}

/** Reads the marks that a process carries, outermost first. */
export function readMarks(value: string): readonly CallMark[] {
  return value.split('/').flatMap((text) => {
    const [, call, attempt, pid, start] = /^([\da-f-]{36})\.(\d+)\.(\d+)\.(\w+)$/.exec(text) ?? []
    if (call === undefined || start === undefined) return []
    return [{ call, attempt: Number(attempt), clientPid: Number(pid), clientStart: start }]
  })
}

/** Gives the part of a value that belongs to the innermost attempt. */
export function innermost(value: string): string {
  return value.slice(value.lastIndexOf('/') + 1)
}
