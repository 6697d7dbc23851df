/** What stands behind the program in a line: nothing, `2>&1 | head -20`, `| grep`, or `other`. */
export type TypedEnd = string

const REDIRECT = String.raw`(?:2>&1|2>/dev/null)`
const CUT = String.raw`\|\s*(?:head|tail)(?:\s+-(?:n\s*)?\d+)?`
const END = new RegExp(String.raw`^(${REDIRECT})?\s*(\|\s*grep\b[^|]*)?\s*(${CUT})?$`)

/**
 * Says how a line ends after its one program. Lines of several commands, of several lines, and pipes into
 * programs other than head, tail and grep are `other`.
 */
export function endOf(line: string): TypedEnd {
  const bare = line.trim().replaceAll(/'[^']*'|"[^"]*"/g, 'Q')
  if (bare.includes('\n') || /[;&]&?\s|&&|\|\|/.test(bare.replaceAll('2>&1', ''))) return 'other'
  const start = bare.search(new RegExp(String.raw`\s(?:${REDIRECT}|\|)`))
  if (start === -1) return ''
  const found = END.exec(bare.slice(start).trim())
  if (found === null) return 'other'
  const [, redirect, grep, cut] = found
  return [redirect, grep === undefined ? undefined : '| grep', cut && asHead(cut)]
    .filter((part) => part !== undefined)
    .join(' ')
}

/** `|head -n 20` and `| head -20` are one end; without a number it is 10 lines. */
function asHead(cut: string): string {
  const [, program, lines = '10'] = /(head|tail)(?:\s+-(?:n\s*)?(\d+))?/.exec(cut)!
  return `| ${program} -${lines}`
}
