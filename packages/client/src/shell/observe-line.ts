import type { Group, Inner, Line, Part, Pipeline, SimpleCommand, Statement } from './line-tree.ts'
import { literalOf } from './line-tree.ts'
import { isVariable, runsUnknown } from './line-words.ts'
import { nestedIn } from './nested-line.ts'
import { parseLine } from './parse-line.ts'

/** Where bash tells how the parts of a line ended. */
export interface ObserveOptions {
  /** The file, or the open descriptor, to which bash appends how the parts ended. */
  readonly to: string | number
  /** Whether the bash that reads the line goes on after it, so that nothing of ours may stay behind. */
  readonly session?: boolean
}

/** The text to run in the place of a line. */
export interface ObservedLine {
  /** The line with what tells how its parts end; the line itself where that is not possible or not needed. */
  readonly text: string
  /** Why its parts are not told. */
  readonly why?: string
}

/** Records beyond these are not written: the line is a long loop. */
export const MAX_RECORDS = 3000

/** What a line can do by which it would see, or lose, what is put in. */
const SEES =
  /\btrap\b[^;\n]{0,200}\b(?:ERR|DEBUG|RETURN)\b|\bset\s+(?:-\w*[vxn]|-o (?:xtrace|verbose|noexec|posix))|BASH_EXECUTION_STRING|BASH_COMMAND|\bcaller\b|\b(?:declare|typeset)\s+-\w*[fFp]|\bulimit\s+-f|\bcompgen\b|\bcoproc\b|\\\n?$|(?:^|[;&|(\n][ \t]*)(?:set|declare|typeset|local|readonly|export|history)[ \t]*(?:$|[;&|)\n])/

/**
 * Makes the text that tells how each part of a line of bash ended; `readStatuses` reads what it writes.
 *
 * @example
 * ```ts
 * import { observe } from '@surety/client'
 *
 * const { text } = observe('npm test | tail -5', { to: '/tmp/statuses' })
 * ```
 */
export function observe(text: string, { to, session = false }: ObserveOptions): ObservedLine {
  const line = parseLine(text)
  if ('why' in line) return { text, why: line.why }
  if (SEES.test(text)) return { text, why: 'The line has a word that would notice the watch.' }
  return new Observer(text, to, session).observe(line)
}

/** Commands of bash that nobody asks how they ended. */
const SILENT = new Set(
  ': alias bind break builtin continue declare disown echo exec exit export hash jobs local printf pwd readonly return set shift shopt times trap true typeset ulimit umask unalias unset'.split(
    ' ',
  ),
)

/** Those that fail where the shell cannot open a file for them. */
const PRINTS = /^(?:echo|printf|:|true|pwd)$/

/** Whether the end of a part, alone in its pipeline, says more than the ends inside of it. */
export function isTold(part: Part): boolean {
  if (part.kind === 'group') return part.isSubshell
  if (part.kind === 'other') return part.type === 'test'
  const name = part.words[0] && literalOf(part.words[0])
  const opens = part.redirects.some(({ to, body }) => to === 'elsewhere' && body === undefined)
  if (part.words.length === 0) return part.inner.length > 0 || opens
  return name === undefined || !SILENT.has(name) || (opens && PRINTS.test(name))
}

interface Place {
  readonly shell: 'bash' | 'sh'
  readonly escape: (text: string) => string
  /** Whether the end of the line is that of the shell. */
  readonly isEnd: boolean
  /** Whether it is the shell that reads the text, and not one that it starts. */
  readonly isOwn?: boolean
  /** Whether the shell around it fills in `$( )` before this one reads the line. */
  readonly isFilled?: boolean
}

class Observer {
  readonly #text: string
  readonly #aim: string
  readonly #isSession: boolean
  readonly #edits: { readonly at: number; readonly text: string; readonly isEnd: boolean }[] = []
  /** Whether a program in the background has to be asked for at the end. */
  #hasJobs = false
  readonly #keepsStatuses: boolean
  readonly #forgets: boolean
  /** Whether the line asks for processes by their number, which a shell of ours around them would change. */
  readonly #asksForJobs: boolean

  constructor(text: string, to: string | number, isSession: boolean) {
    this.#text = text
    this.#aim =
      typeof to === 'number' ? `>&${to}` : `>> "${to.replaceAll(/[\\"$`]/g, String.raw`\$&`)}"`
    this.#isSession = isSession
    this.#keepsStatuses = text.includes('PIPESTATUS')
    // The next program that ends is waited for, and forgotten.
    this.#forgets = /\bwait -\w*n/.test(text)
    this.#asksForJobs = /\b(?:kill|jobs|fg|bg|disown|ps|pgrep|pkill|killall|suspend)\b|%/.test(text)
  }

  observe(line: Line): ObservedLine {
    const raw = (own: string) => own
    this.#line(line, { shell: 'bash', escape: raw, isEnd: !this.#isSession, isOwn: true })
    if (this.#edits.length === 0) return { text: this.#text }
    const aimed = (own: string) => own.replaceAll('AIM', () => this.#aim)
    const start = aimed(this.#hasJobs ? BASH + JOBS : BASH)
    if (!this.#isSession) {
      const end = this.#hasJobs ? '\n__surety_e alive; __surety_r "$__surety_s" && :' : ''
      return { text: start + this.#edited() + end.replace('\n', '\n__surety_s=($?); ') }
    }
    const jobs = this.#hasJobs ? ' __surety_e alive;' : ''
    return {
      text: `__surety_s=("$?" "$_"); ${start}${AGAIN}${this.#edited()}\n__surety_s=("$?" "$_");${jobs}${LEAVE}`,
    }
  }

  #edited(): string {
    // At one place what ends comes before what begins, and the innermost end first.
    const edits = this.#edits.toSorted(
      (one, other) => one.at - other.at || Number(other.isEnd) - Number(one.isEnd),
    )
    let text = ''
    let from = 0
    for (const edit of edits) {
      text += this.#text.slice(from, edit.at) + edit.text
      from = edit.at
    }
    return text + this.#text.slice(from)
  }

  #put(at: number, text: string, isEnd: boolean, { escape }: Place): void {
    this.#edits.push({ at, text: escape(text), isEnd })
  }

  #line({ statements }: Line, place: Place): void {
    for (const [at, statement] of statements.entries()) {
      const isEnd = place.isEnd && at === statements.length - 1 && !statement.isBackground
      this.#statement(statement, { ...place, isEnd })
    }
  }

  #statement({ pipelines, isBackground, end }: Statement, place: Place): void {
    const [only, ...others] = pipelines
    if (isBackground && place.isOwn && others.length === 0) {
      const [part] = only!.parts
      if (only!.parts.length === 1 && part!.kind === 'simple') {
        // Its process is the program itself, whose number the line may use.
        this.#inside(part!, place)
        if (this.#forgets) return
        this.#hasJobs = true
        this.#put(end, ` __surety_j ${only!.pos} "$!" "$_";`, true, place)
        return
      }
      if (this.#asksForJobs && part!.kind !== 'group') return
    }
    for (const [at, pipeline] of pipelines.entries())
      this.#pipeline(pipeline, { ...place, isEnd: place.isEnd && at === pipelines.length - 1 })
  }

  #pipeline({ parts, pos, end, isNegated, isTimed }: Pipeline, place: Place): void {
    const [only] = parts
    const isOne = parts.length === 1
    const isFilled = place.isFilled === true && isOne && isVariable(only!)
    const isAtEnd = place.isEnd && isOne && !isNegated && !isTimed && !isFilled
    if (place.shell === 'sh') {
      for (const [at, part] of parts.entries()) {
        const tells = isTold(part) && !(isAtEnd && part.kind === 'simple')
        if (tells) this.#put(part.pos, '{ ', false, place)
        this.#inside(part, { ...place, isEnd: false })
        const mark = isOne ? String(pos) : `${pos}.${at}`
        if (tells) this.#put(part.end, `${after(place)}__surety ${mark} "$?"; }`, true, place)
      }
      return
    }
    const tells = !isOne || (isTold(only!) && !(isAtEnd && only!.kind === 'simple'))
    // Of an empty text nothing else would run.
    if (tells) this.#put(pos, isFilled ? '{ :; ' : '{ ', false, place)
    for (const part of parts) this.#inside(part, { ...place, isEnd: isAtEnd })
    if (!tells) return
    const again =
      this.#keepsStatuses && !isOne
        ? ` ${parts.map((_, at) => `__surety_p ${at}`).join(' | ')};`
        : ''
    const words = `"${parts.map(movedWords).join(' ').trim()}"`
    const record = `__surety ${pos} ${words} "$?" "\${PIPESTATUS[@]}" "$_";${again} }`
    this.#put(end, `${after(place)}${record}`, true, place)
  }

  #inside(part: Part, place: Place): void {
    for (const inner of part.inner) this.#inner(inner, part, place)
    if (part.kind === 'group') this.#group(part, place)
    else if (part.kind === 'other')
      for (const line of [...part.conditions, ...part.bodies])
        this.#line(line, { ...place, isEnd: false })
    else this.#nested(part, place)
  }

  #group(part: Group, place: Place): void {
    this.#line(part.line, { ...place, isEnd: place.isEnd && !part.isSubshell })
  }

  #inner({ line, pos }: Inner, part: Part, place: Place): void {
    // In backticks a quote of ours would mean something else.
    if (place.isFilled || this.#text[pos] === '`') return
    const [statement, ...others] = line.statements
    const only = others.length === 0 ? statement?.pipelines[0]?.parts[0] : undefined
    // `$(< file)` is no command.
    if (only?.kind === 'simple' && only.words.length + only.assignments.length === 0) return
    const isValue = part.kind === 'simple' && part.words.length === 0
    this.#line(line, { ...place, isEnd: isValue && part.inner.length === 1 })
  }

  #nested(part: SimpleCommand, place: Place): void {
    if (part.words[0]?.text === 'find') this.#find(part, place)
    // The shell forgets how its programs ended once it has waited for all of them.
    if (part.text.startsWith('wait') && part.words.length === 1 && this.#hasJobs && place.isOwn)
      this.#put(part.pos, '__surety_e; ', false, place)
    const nested = nestedIn(part, this.#text)
    if (nested?.escape === undefined) return
    // What sh runs for a variable tells nothing of its parts.
    if (nested.by === 'sh' && runsUnknown(part, nested)) return
    const own = nested.escape
    const escape = (text: string) => place.escape(own(text))
    const { by: shell, isFilled = false } = nested
    if (shell === 'remote') return
    if (shell === 'eval') {
      this.#line(nested.line, { ...place, escape, isFilled, isEnd: false })
      return
    }
    const before = this.#edits.length
    this.#line(nested.line, { shell, escape, isFilled, isEnd: true })
    if (this.#edits.length === before) return
    const start = (shell === 'sh' ? SH : BASH).replaceAll('AIM', () => this.#aim)
    this.#edits.splice(before, 0, { at: nested.pos, text: escape(start), isEnd: false })
  }

  /** `find -exec` with a semicolon ends with 0 whatever its calls end with; what it finds stays the same. */
  #find({ words }: SimpleCommand, place: Place): void {
    const start = words.findIndex(({ text }) => /^-exec(?:dir)?$/.test(text))
    const end = words.findIndex(({ text }, at) => at > start && /^(?:\\;|';'|";")$/.test(text))
    if (start === -1 || end === -1 || place.shell === 'sh') return
    const at = words[start]!.pos
    this.#put(at, String.raw`\( `, false, place)
    const tell = `echo ${at} 1 1 ${this.#aim}`.replaceAll(/[\\"$`]/g, String.raw`\$&`)
    const record = String.raw` -o \( -exec sh -c "${tell}" \; -false \) \)`
    this.#put(words[end]!.end, record, true, place)
  }
}

/** What a shell fills in may end in a comment. */
function after({ isFilled }: Place): string {
  return isFilled ? '\n' : '; '
}

/** Says what a command is whose first word the shell makes; evaluating it again changes nothing. */
function movedWords(part: Part): string {
  if (part.kind !== 'simple') return ''
  const [first] = part.words
  if (first === undefined) return ''
  if (/^(?:"\$[@*]"|\$[@*])$/.test(first.text)) return '$*'
  const [, name] = /^"?\$\{?([A-Za-z_]\w*|[1-9])\}?"?$/.exec(first.text) ?? []
  return name === undefined ? '' : `\${${name}-}`
}

/** Lists, which no program inherits. Each record is a line: where the pipeline stands, its status, those of its parts, and its first words. */
const BASH = `__surety_n=(0) __surety_q="$_"; __surety() { local IFS=" "; __surety_q=("\${@:4:$#-4}"); [ $((__surety_n[0]+=1)) -gt ${MAX_RECORDS} ] || printf "%s\\t%q\\n" "$1 $3 \${*:4:$#-4}" "$2" AIM || :; return "$3"; } 2> /dev/null; __surety_p() { return "\${__surety_q[$1]}"; }; __surety_r() { return "$1"; }; : "$__surety_q"; `
const SH = `__surety() { echo "$1 $2 $2" AIM || :; return "$2"; } 2> /dev/null; `
/** Programs in the background, by their numbers: one that lives is told as such at the end, and waited for where the line waits. */
const JOBS = `__surety_l=(""); __surety_j() { __surety_l[0]="$__surety_l $1:$2"; }; __surety_e() { local IFS=" " j s; for j in $__surety_l; do if [ "\${1-}" ] && kill -0 "\${j#*:}"; then s=alive; else wait "\${j#*:}" && s=0 || s=$?; fi; echo "\${j%%:*} $s $s" AIM || :; done; __surety_l=(""); } 2> /dev/null; `
/** A line of a session begins with the status and the last word of the one before it, and leaves its own. */
const AGAIN = `__surety_r "$__surety_s" && : "\${__surety_s[1]}"; `
const LEAVE = ` unset __surety_n __surety_q __surety_l; unset -f __surety __surety_p __surety_j __surety_e; __surety_t() { unset -f __surety_r __surety_t; set -- "\${__surety_s[@]}"; unset __surety_s; return "$1"; }; __surety_t && :`
