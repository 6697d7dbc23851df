import agents from './agent-variables.json' with { type: 'json' }

/**
 * Variables that agents set for the commands they run. The lists of packages also name what people have in their
 * own shells (`CODEX_HOME`, `GOOSE_PROVIDER`, `REPL_ID`), and a wrong guess would cost a person their screen.
 */
const AGENTS: readonly string[] = agents

/** Tests whether an agent runs the process; `NO_AGENT` says that it is a person after all. */
export function isAgent(env: Readonly<Record<string, string | undefined>>): boolean {
  const isOn = (name: string) => !['', '0', 'false', undefined].includes(env[name])
  return AGENTS.some(isOn) && !isOn('NO_AGENT')
}
