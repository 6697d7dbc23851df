import { helpEntries } from '../discover/help-commands.ts'

/** What a page of help says that a judge of calls must know. */
export interface HelpFacts {
  readonly commands: readonly string[]
  /** How long options begin: `-` in the manner of openssl and Java. */
  readonly dash: '-' | '--'
  /** It gives words to another program, or takes any option as a name: an unknown flag is none. */
  readonly handsWordsOn: boolean
  readonly readsStdin: boolean
  /** Colour in a pipe is meant, because it is on by default or the work of the program. */
  readonly colours: boolean
  /** It runs something if no command is named. */
  readonly hasDefault: boolean
  /** It names `--help` or `-help` as an option of its own. */
  readonly offersHelp: boolean
  /** The text is a page of help, whatever the exit was. */
  readonly isHelp: boolean
}

export function helpFacts(text: string): HelpFacts {
  const page = text.slice(0, 256 * 1024)
  const usage = usageOf(page)
  const long = page.match(/(?<![\w-])--[a-z][\w-]+/g)?.length ?? 0
  const single = page.match(/(?<![\w-])-[a-z]\w{2,}/g)?.length ?? 0
  return {
    commands: helpEntries(page).map(({ name }) => name),
    dash: single > 2 && single > 2 * long ? '-' : '--',
    handsWordsOn: HANDS_ON.test(usage) || /(?:^|\s)--?TAG\b/.test(page),
    readsStdin: /\bstdin\b|standard input|\bpiped?\b|(?:^|[\s"'`])-(?:[\s"'`),.]|$)/im.test(page),
    colours:
      /colou?r[^\n]{0,80}(?:on by default|default[^\n]{0,12}\b(?:always|true|on|yes)\b)/i.test(
        page,
      ) || /syntax highlight|\bcolou?ri[sz]er\b|^Highlight /im.test(page),
    hasDefault: /\(default\)|default command|\[command\]/i.test(page),
    offersHelp: /^(?!.*\b(?:not|un\w+|invalid|illegal)\b).*(?<![\w-])--?help\b/im.test(page),
    isHelp: page.split('\n').length > 4 && /\busage\b|\boptions\b|\bcommands\b/i.test(page),
  }
}

/** Words in a usage that stand for those of another program, or for anything. */
const HANDS_ON =
  /\[(?:--|-- ?\S+|args?|arguments?|command)(?:\.{3}|…)?\]|\[?<?(?:cmd|args?|program|script_?args?)\b>?(?:\s*\.{3}|\s*…)|\bCOMMAND \[ARG/i

/** The lines of usage: the first that names it, with what follows indented. */
function usageOf(page: string): string {
  return (/^.*\busage\b.*(?:\n[ \t]+\S.*|\n(?=[ \t]+\S))*/im.exec(page)?.[0] ?? '').slice(0, 2000)
}
