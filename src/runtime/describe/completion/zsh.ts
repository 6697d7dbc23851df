import { oneLine } from '../../../internal/visible-text.ts'
import type { CompletionModel, CompletionOption, CompletionValue } from './model.ts'
import { functionName, placesOf, quoted, type Place } from './places.ts'

/** Writes the completion script for zsh: to be sourced, or put in a directory of `$fpath`. */
export function zshScript(model: CompletionModel): string {
  const places = placesOf(model)
  const name = functionName(model.name)
  const globals = model.globalOptions ?? []
  return `#compdef ${model.name.replaceAll(/[^\w.+-]/g, '')}

${name}_enter() {
  case "$at/$1" in
${places
  .filter(({ names }) => names.length > 0)
  .map(enterCase)
  .join('\n')}
    *) return 1 ;;
  esac
}

${name}_option() {
  kind='' choices=()
  case "$1" in
${globals.map((option) => optionCase('', option)).join('')}    *) ;;
  esac
  case "$at:$1" in
${places.flatMap(({ path, options }) => options.map((option) => optionCase(`${path}:`, option))).join('')}    *) ;;
  esac
}

${name}_argument() {
  kind='' choices=()
  case "$at:$1" in
${places.map(argumentCases).join('')}    *) ;;
  esac
}

${name}_place() {
  below=() flags=(${described(optionPairs(globals))})
  case "$at" in
${places.map(placeCase).join('\n')}
  esac
}

${name}_value() {
  case "$kind" in
    choices) compadd -- "\${choices[@]}" ;;
    file) _files ;;
    directory) _files -/ ;;
    any) _message 'value' ;;
  esac
}

${name}() {
  local at='' option='' kind='' word
  local -i i count=0 ended=0
  local -a below flags choices
  for (( i = 2; i < CURRENT; i++ )); do
    word="\${(Q)words[i]}"
    if [[ -n "$option" ]]; then option=''
    elif (( ended )); then (( count += 1 ))
    elif [[ "$word" == '--' ]]; then ended=1
    elif [[ "$word" == -?* ]]; then
      ${name}_option "$word"
      if [[ -n "$kind" ]]; then option="$word"; fi
    elif (( count > 0 )) || ! ${name}_enter "$word"; then (( count += 1 ))
    fi
  done
  if [[ -n "$option" ]]; then
    ${name}_option "$option"
    ${name}_value
    return
  fi
  if (( ! ended )) && [[ "\${words[CURRENT]}" == --*=* ]]; then
    ${name}_option "\${words[CURRENT]%%=*}"
    compset -P '*='
    ${name}_value
    return
  fi
  ${name}_place
  if (( ! ended )) && [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o 'option' flags
    return
  fi
  if (( count == 0 && ! ended && \${#below} > 0 )); then _describe 'command' below; fi
  ${name}_argument "$count"
  ${name}_value
}

if [[ "\${funcstack[1]}" == ${quoted(name)} ]]; then
  ${name} "$@"
else
  compdef ${name} ${quoted(model.name)}
fi
`
}

function enterCase({ path, parent, names }: Place): string {
  const patterns = names.map((each) => quoted(`${parent}/${each}`)).join('|')
  return `    ${patterns}) at=${quoted(path)} ;;`
}

function optionCase(prefix: string, { flags, value }: CompletionOption): string {
  const patterns = flags.map((flag) => quoted(prefix + flag)).join('|')
  return value === undefined ? '' : `    ${patterns}) ${valueText(value)} ;;\n`
}

function argumentCases({ path, arguments: args }: Place): string {
  return args
    .map(({ value, variadic }, at) => {
      const pattern = variadic ? `${quoted(`${path}:`)}*` : quoted(`${path}:${at}`)
      return `    ${pattern}) ${valueText(value)} ;;\n`
    })
    .join('')
}

function valueText(value: CompletionValue): string {
  if (value.kind !== 'choices') return `kind=${value.kind}`
  return `kind=choices choices=(${value.choices.map(quoted).join(' ')})`
}

function placeCase({ path, commands, options }: Place): string {
  const pairs = commands.flatMap(({ name, aliases, description }) =>
    [name, ...(aliases ?? [])].map((each): Pair => [each, description]),
  )
  return `    ${quoted(path)}) below=(${described(pairs)}) flags+=(${described(optionPairs(options))}) ;;`
}

type Pair = readonly [name: string, description: string | undefined]

function optionPairs(options: readonly CompletionOption[]): Pair[] {
  return options.flatMap(({ flags, description }) => flags.map((flag): Pair => [flag, description]))
}

/** Writes `name:description` words; a colon or backslash in the name is escaped. */
function described(pairs: readonly Pair[]): string {
  return pairs
    .map(([name, description]) => {
      const escaped = name.replaceAll(/[\\:]/g, '\\$&')
      return quoted(description ? `${escaped}:${oneLine(description)}` : escaped)
    })
    .join(' ')
}
