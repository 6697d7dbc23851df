import { startOf } from '@surety/internal/process/process-table.ts'

/** The variable that tells every descendant of an attempt which attempt it belongs to. */
export const MARK = 'SURETY_CALL'

export type CallMark = ReturnType<typeof readMarks>[number]

let own: string | undefined

export function writeMark(call: string, attempt: number, inherited: string | undefined): string {
  const mark = `${call}.${attempt}.${ownClient()}`
  const outer = inherited === undefined || inherited === '' ? [] : inherited.split('/').slice(-7)
  return [...outer, mark].join('/')
}

export function ownClient(): string {
  own ??= `${process.pid}.${startOf(process.pid) ?? 'unknown'}`
  return own
}

export function readMarks(value: string) {
  return value.split('/').flatMap((text) => {
    const [, call, attempt, pid, start] = /^([\da-f-]{36})\.(\d+)\.(\d+)\.(\w+)$/.exec(text) ?? []
    if (call === undefined || start === undefined) return []
    return [{ call, attempt: Number(attempt), clientPid: Number(pid), clientStart: start }]
  })
}

export function innermost(value: string): string {
  return value.slice(value.lastIndexOf('/') + 1)
}
