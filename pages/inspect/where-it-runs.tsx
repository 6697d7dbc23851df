/** Where a call runs; variables may hold secrets, so that none of it is in the address. */
export interface Where {
  readonly input: string
  readonly folder: string
  readonly variables: string
}

export const NOWHERE: Where = { input: '', folder: '', variables: '' }

/** Gives it as the server reads it. */
export function bodyOf({ input, folder, variables }: Where): object {
  const env = variables.split('\n').flatMap((line) => {
    const at = line.indexOf('=')
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1)] as const] : []
  })
  return { input, folder, env: Object.fromEntries(env) }
}

/** Asks where a call runs, folded: most calls run as they are. */
export function WhereItRuns({
  where,
  folder,
  onChange,
}: {
  readonly where: Where
  readonly folder: string
  readonly onChange: (where: Where) => void
}) {
  const set = (name: keyof Where) => (event: { currentTarget: { readonly value: string } }) =>
    onChange({ ...where, [name]: event.currentTarget.value })
  return (
    <details class="more-fields">
      <summary>Standard input, folder, variables</summary>
      <div class="field">
        <label for="where-input">Standard input</label>
        <textarea
          id="where-input"
          rows={3}
          spellcheck={false}
          placeholder="closed if empty"
          value={where.input}
          onInput={set('input')}
        />
      </div>
      <div class="field">
        <label for="where-folder">Folder</label>
        <input
          id="where-folder"
          spellcheck={false}
          autocomplete="off"
          placeholder={folder}
          value={where.folder}
          onInput={set('folder')}
        />
      </div>
      <div class="field">
        <label for="where-variables">Variables</label>
        <span class="muted" id="where-variables-about">
          One NAME=value on each line. They are neither in the address nor in the journal.
        </span>
        <textarea
          id="where-variables"
          aria-describedby="where-variables-about"
          rows={2}
          spellcheck={false}
          value={where.variables}
          onInput={set('variables')}
        />
      </div>
    </details>
  )
}
