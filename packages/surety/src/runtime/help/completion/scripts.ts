import { oneLine } from '@surety/internal/visible-text.ts'

/** Each asks the tool, and reads lines of a candidate, a tab and its description, or only `files`, as plain text. */
const SCRIPTS = {
  /** For bash 3.2 and later. */
  bash: (tool: string) => `# bash completion of ${quoted(tool)}
${functionName(tool)}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  # Readline splits at the equals sign, which becomes a separate word.
  if [[ "$cur" == '=' ]]; then cur=''; fi
  while IFS= read -r line; do
    if [[ "$line" == files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
    elif [[ -n "$line" && "\${line%%$'\\t'*}" == "$cur"* ]]; then
      printf -v line '%q' "\${line%%$'\\t'*}"
      COMPREPLY+=("$line")
    fi
  done < <("\${COMP_WORDS[0]/#\\~/$HOME}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
}
complete -F ${functionName(tool)} -- ${quoted(tool)}
`,
  /** To be sourced, or put in a directory of `$fpath`. */
  zsh: (tool: string) => `#compdef ${tool.replaceAll(/[^\w.+-]/g, '')}
${functionName(tool)}() {
  local line word files=''
  local -a found
  for line in "\${(@f)$("\${(Q)words[1]/#\\~/$HOME}" __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}"; do
    if [[ "$line" == files ]]; then files=1
    elif [[ -n "$line" ]]; then
      word="\${\${line%%$'\\t'*}//\\\\/\\\\\\\\}"
      line="\${line#*$'\\t'}"
      found+=("\${word//:/\\\\:}\${line:+:$line}")
    fi
  done
  if [[ "\${words[CURRENT]}" == --*=* ]]; then compset -P '*='; fi
  if (( \${#found} )); then _describe 'value' found; fi
  if [[ -n "$files" ]]; then _files; fi
}
if [[ "\${funcstack[1]}" == ${quoted(functionName(tool))} ]]; then
  ${functionName(tool)} "$@"
else
  compdef ${functionName(tool)} ${quoted(tool)}
fi
`,
  fish: (tool: string) => `# fish completion of ${fishQuoted(tool)}
function _${functionName(tool)}
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l option (string match -r -- '^--[^=]+=' "$token")
    for line in ($words[1] __complete -- $words[2..-1] "$token" 2>/dev/null </dev/null)
        if test "$line" = files
            __fish_complete_path (string replace -- "$option" '' "$token")
        else if test -n "$line"
            printf '%s\\n' "$option$line"
        end
    end
end
complete -c ${fishQuoted(tool)} -f -a '(_${functionName(tool)})'
`,
} as const

export type Shell = keyof typeof SCRIPTS

export const SHELLS = Object.freeze(Object.keys(SCRIPTS)) as readonly Shell[]

export function completionScript(shell: Shell, tool: string): string {
  return SCRIPTS[shell](tool)
}

function functionName(tool: string): string {
  return `_${tool.replaceAll(/[^A-Za-z0-9_]/g, '_')}`
}

/** Puts text in single quotes for bash and zsh. */
function quoted(text: string): string {
  return `'${oneLine(text).replaceAll("'", "'\\''")}'`
}

function fishQuoted(text: string): string {
  return `'${oneLine(text).replaceAll(/[\\']/g, '\\$&')}'`
}
