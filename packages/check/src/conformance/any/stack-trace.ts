/** How runtimes begin a stack trace that nobody caught. */
const TRACES: readonly (readonly [RegExp, string])[] = [
  [/^Traceback \(most recent call last\):/m, 'Python'],
  [/^[ \t]+at (?:.+ \()?(?:node:|file:|\/|[A-Za-z]:\\|[\w@./-]+:)[^\n]*:\d+:\d+\)?$/m, 'Node'],
  [/^Node\.js v\d+\.\d+/m, 'Node'],
  [/^(?:panic: |goroutine \d+ \[)/m, 'Go'],
  [/^thread '[^\n]*' (?:\(\d+\) )?panicked at/m, 'Rust'],
  [/^(?:Exception in thread |[ \t]+at [\w.$]+\([\w$]+\.(?:java|kt|scala):\d+\))/m, 'Java'],
  [/^\S+\.rb:\d+:in [`'][^\n]*(?:Error|Exception|Errno)|^[ \t]+from \S+\.rb:\d+:in/m, 'Ruby'],
  [/^(?:PHP )?Fatal error: {1,2}Uncaught /m, 'PHP'],
  [/^[ \t]+\S+\([^\n]*\) called at \S+ line \d+/m, 'Perl'],
  [/^Unhandled exception\. [\w.]+Exception/m, '.NET'],
]

/** Signals by which the system ends a process that has a fault. */
const CRASHES = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP'])

/** Finds a stack trace or a crash, and says what it is. */
export function traceIn(text: string, endedBy: string | null = null): string | undefined {
  if (endedBy !== null && CRASHES.has(endedBy)) return `it was ended by ${endedBy}`
  const found = TRACES.find(([pattern]) => pattern.test(text))
  return found && `a stack trace of ${found[1]}`
}

/** Places in a stack trace, the innermost first where Node writes it, the outermost in Python. */
const FRAMES = [
  /^[ \t]+at (?:.+ \()?(?:file:\/\/)?(\/[^\n:()]+:\d+)(?::\d+)?\)?$/gm,
  /^ {2}File "(\/[^"\n]+)", line (\d+)/gm,
  /^\t(\/\S+\.go:\d+)/gm,
  /panicked at (?:'[^\n]*', )?([^\s:]+\.rs:\d+)/g,
]

/** The line of the program itself at which a trace leaves it, such as `cli.js:42`. */
export function placeInTrace(text: string): string | undefined {
  for (const pattern of FRAMES) {
    const places = [...text.matchAll(pattern)].map(([, file, line]) =>
      line === undefined ? file! : `${file}:${line}`,
    )
    const own = places.filter(
      (place) => !/\/node_modules\/.*\/node_modules\/|\/lib\/python|^node:/.test(place),
    )
    const place = (own.length > 0 ? own : places)[
      pattern.source.includes('File') ? own.length - 1 : 0
    ]
    if (place !== undefined) return place.split('/').slice(-2).join('/')
  }
  return undefined
}
