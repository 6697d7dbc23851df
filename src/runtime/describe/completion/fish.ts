import { oneLine } from '../../../internal/visible-text.ts'
import type { CompletionModel, CompletionOption, CompletionValue } from './model.ts'
import { functionName, placesOf, type Place } from './places.ts'

/** Writes the completion script for fish. */
export function fishScript(model: CompletionModel): string {
  const places = placesOf(model)
  const name = `_${functionName(model.name)}`
  const globals = model.globalOptions ?? []
  const tool = fishQuoted(model.name)
  const complete = (parts: readonly string[]) => ['complete', '-c', tool, ...parts].join(' ')
  const at = (path: string, count?: string) =>
    `-n ${fishQuoted(`${name}_at ${fishQuoted(path)}${count === undefined ? '' : ` ${count}`}`)}`
  return `# fish completion of ${tool}

# Prints the path of the current command and the number of its arguments so far.
function ${name}_state
    set -l path ''
    set -l count 0
    set -l skip 0
    set -l ended 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
        else if test $ended -eq 1
            set count (math $count + 1)
        else if test "$word" = --
            set ended 1
        else if string match -q -- '-?*' "$word"
            switch "$path:$word"
${[...globals.map((option) => takesValue('*', option)), ...places.flatMap(({ path, options }) => options.map((option) => takesValue(path, option)))].join('')}                case '*'
            end
        else if test $count -gt 0
            set count (math $count + 1)
        else
            switch "$path/$word"
${places
  .filter(({ names }) => names.length > 0)
  .map(enterCase)
  .join('')}                case '*'
                    set count 1
            end
        end
    end
    echo "$path"
    echo $count
end

function ${name}_at
    set -l state (${name}_state)
    test "$state[1]" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; and return 0
    switch $argv[2]
        case '*+'
            test $state[2] -ge (string trim -c + -- $argv[2])
        case '*'
            test $state[2] -eq $argv[2]
    end
end

${complete(['-f'])}
${globals.map((option) => complete(optionParts(option))).join('\n')}
${places
  .map((place) => placeLines(place, complete, at))
  .filter((lines) => lines !== '')
  .join('\n')}
`
}

function placeLines(
  { path, commands, options, arguments: args }: Place,
  complete: (parts: readonly string[]) => string,
  at: (path: string, count?: string) => string,
): string {
  return [
    ...commands.flatMap(({ name, aliases, description }) =>
      [name, ...(aliases ?? [])].map((each) =>
        complete([at(path, '0'), `-a ${candidates([each])}`, ...described(description)]),
      ),
    ),
    ...options.map((option) => complete([at(path), ...optionParts(option)])),
    ...args.flatMap(({ value, variadic }, index) => {
      const values = valueParts(value)
      return values.length === 0
        ? []
        : [complete([at(path, `${index}${variadic ? '+' : ''}`), ...values])]
    }),
  ].join('\n')
}

function optionParts({ flags, description, value }: CompletionOption): string[] {
  const names = flags.map((flag) => {
    if (flag.startsWith('--')) return `-l ${fishQuoted(flag.slice(2))}`
    return flag.length === 2 ? `-s ${fishQuoted(flag.slice(1))}` : `-o ${fishQuoted(flag.slice(1))}`
  })
  // -x requires a value and offers no file names, -r requires a value and offers them.
  const requires = value?.kind === 'file' ? '-r' : '-x'
  const takes = value === undefined ? [] : [requires, ...valueParts(value)]
  return [...names, ...takes, ...described(description)]
}

function valueParts(value: CompletionValue): string[] {
  if (value.kind === 'choices') return [`-a ${candidates(value.choices)}`]
  if (value.kind === 'file') return ['-F']
  return value.kind === 'directory' ? [`-a ${fishQuoted('(__fish_complete_directories)')}`] : []
}

function described(description: string | undefined): string[] {
  return description ? [`-d ${fishQuoted(description)}`] : []
}

/** Quotes a list twice, because fish expands the argument of -a once more when it completes. */
function candidates(all: readonly string[]): string {
  return fishQuoted(all.map(fishQuoted).join(' '))
}

function takesValue(path: string, { flags, value }: CompletionOption): string {
  if (value === undefined) return ''
  const patterns = flags.map((flag) => fishQuoted(`${path}:${flag}`)).join(' ')
  return `                case ${patterns}\n                    set skip 1\n`
}

function enterCase({ path, parent, names }: Place): string {
  const patterns = names.map((each) => fishQuoted(`${parent}/${each}`)).join(' ')
  return `                case ${patterns}\n                    set path ${fishQuoted(path)}\n`
}

function fishQuoted(text: string): string {
  return `'${oneLine(text).replaceAll(/[\\']/g, '\\$&')}'`
}
