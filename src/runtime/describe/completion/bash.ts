import type { CompletionModel, CompletionOption, CompletionValue } from './model.ts'
import { functionName, placesOf, quoted, type Place } from './places.ts'

/** Writes the completion script for bash 3.2 and later; it starts no program. */
export function bashScript(model: CompletionModel): string {
  const places = placesOf(model)
  const name = functionName(model.name)
  const globals = model.globalOptions ?? []
  return `# bash completion of ${quoted(model.name)}

# Enters the subcommand that a word names; fails if there is none.
${name}_enter() {
  case "$path/$1" in
${places
  .filter(({ names }) => names.length > 0)
  .map(enterCase)
  .join('\n')}
    *) return 1 ;;
  esac
}

# Sets kind and choices for the value of an option; kind is empty for a switch.
${name}_option() {
  kind='' choices=()
  case "$1" in
${globals.map((option) => optionCase('', option)).join('')}  esac
  case "$path:$1" in
${places.flatMap(({ path, options }) => options.map((option) => optionCase(`${path}:`, option))).join('')}  esac
}

# Sets kind and choices for a positional argument.
${name}_argument() {
  kind='' choices=()
  case "$path:$1" in
${places.map(argumentCases).join('')}  esac
}

# Lists the subcommands and options of the current command.
${name}_place() {
  commands=() options=(${words(globals.flatMap(({ flags }) => flags))})
  case "$path" in
${places.map(placeCase).join('\n')}
  esac
}

${name}_offer() {
  local candidate
  for candidate in "$@"; do
    if [[ "$candidate" == "$cur"* ]]; then
      printf -v candidate '%q' "$candidate"
      COMPREPLY+=("$prefix$candidate")
    fi
  done
}

${name}_value() {
  local line
  case "$kind" in
    choices) ${name}_offer "\${choices[@]}" ;;
    file|directory)
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
        if [[ "$kind" == file ]]; then compgen -f -- "$cur"; else compgen -d -- "$cur"; fi
      ) ;;
  esac
}

${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" path='' option='' kind='' prefix='' word
  local -i i count=0 ended=0
  local -a commands options choices
  COMPREPLY=()
  for (( i = 1; i < COMP_CWORD; i++ )); do
    word="\${COMP_WORDS[i]}"
    if [[ -n "$option" ]]; then
      # Readline splits at the equals sign, which becomes a separate word.
      if [[ "$word" != '=' ]]; then option=''; fi
    elif (( ended )); then count+=1
    elif [[ "$word" == '--' ]]; then ended=1
    elif [[ "$word" == -?* ]]; then
      ${name}_option "$word"
      if [[ -n "$kind" ]]; then option="$word"; fi
    elif (( count > 0 )) || ! ${name}_enter "$word"; then count+=1
    fi
  done
  if [[ "$cur" == '=' ]]; then cur=''; fi
  if [[ -n "$option" ]]; then
    ${name}_option "$option"
    ${name}_value
    return
  fi
  ${name}_place
  if (( ! ended )) && [[ "$cur" == -* ]]; then
    ${name}_offer "\${options[@]}"
    return
  fi
  if (( count == 0 && ! ended )); then ${name}_offer "\${commands[@]}"; fi
  ${name}_argument "$count"
  ${name}_value
}

complete -F ${name} -- ${quoted(model.name)}
`
}

function enterCase({ path, parent, names }: Place): string {
  const patterns = names.map((each) => quoted(`${parent}/${each}`)).join('|')
  return `    ${patterns}) path=${quoted(path)} ;;`
}

function optionCase(prefix: string, { flags, value }: CompletionOption): string {
  const patterns = flags.map((flag) => quoted(prefix + flag)).join('|')
  return value === undefined ? '' : `    ${patterns}) ${valueText(value)} ;;\n`
}

function argumentCases({ path, arguments: args }: Place): string {
  return args
    .map(({ value, variadic }, at) => {
      const pattern = variadic ? `${quoted(`${path}:`)}*` : quoted(`${path}:${at}`)
      return value.kind === 'any' ? '' : `    ${pattern}) ${valueText(value)} ;;\n`
    })
    .join('')
}

function valueText(value: CompletionValue): string {
  if (value.kind !== 'choices') return `kind=${value.kind}`
  return `kind=choices choices=(${words(value.choices)})`
}

function placeCase({ path, commands, options }: Place): string {
  const names = commands.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])])
  const flags = options.flatMap((option) => option.flags)
  return `    ${quoted(path)}) commands=(${words(names)}) options+=(${words(flags)}) ;;`
}

function words(all: readonly string[]): string {
  return all.map(quoted).join(' ')
}
