import { delimiter, isAbsolute } from 'node:path'

/** Lists of folders and files in which programs look for code. */
const LISTS =
  /^(?:LD_LIBRARY_PATH|LD_PRELOAD|LD_AUDIT|DYLD_\w+|NODE_PATH|PYTHONPATH|PERL5LIB|RUBYLIB|CLASSPATH|GEM_PATH|BASH_ENV|ENV|PYTHONSTARTUP)$/i
/** Options of an interpreter: a file that they name is code. */
const OPTIONS =
  /^(?:NODE_OPTIONS|RUBYOPT|PERL5OPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)$/i
const LOADS =
  /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--env-file\S*|-I|-M|-javaagent:|-agentpath:)/

/**
 * Leaves out what is looked for below the current folder: a relative entry of `LD_LIBRARY_PATH`, a file of `NODE_OPTIONS`.
 * `PATH` stays: it says which program is meant.
 * A program that nobody asked for, such as a tool that is asked for its help, must not load code of the folder it runs in.
 */
export function withAbsolutePlaces(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (OPTIONS.test(name)) return LOADS.test(value) ? [] : [[name, value]]
    if (!LISTS.test(name)) return [[name, value]]
    const places = value.split(name === 'LD_PRELOAD' ? /[\s:]+/ : delimiter)
    const kept = places.filter((place) => isAbsolute(place))
    if (kept.length === places.length) return [[name, value]]
    return kept.length === 0 ? [] : [[name, kept.join(delimiter)]]
  })
  return Object.fromEntries(entries) as NodeJS.ProcessEnv
}
