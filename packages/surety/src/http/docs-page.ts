import { mainType } from '@surety/internal/json-schema/main-type.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import { type ToolModel, type CommandModel, type ParameterModel } from '../runtime/surface.ts'
import { inputOf, pathOf } from './open-api.ts'

/** Sends a form as a call and shows the answer. */
const PAGE_SCRIPT = `
const valueOf = (text, type) => {
  if (type === 'array') return text.split('\\n').filter((line) => line !== '')
  if (type === 'integer' || type === 'number') return text.trim() === '' || isNaN(text) ? text : Number(text)
  if (type === 'boolean') return text === 'true'
  if (type !== 'object') return text
  try { return JSON.parse(text) } catch { return text }
}
addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const output = form.querySelector('output')
  const url = new URL(form.action)
  const body = {}
  for (const field of form.elements) {
    if (!field.name || field.value === '') continue
    const value = valueOf(field.value, field.dataset.type)
    if (field.dataset.in === 'body') body[field.name] = value
    else if (Array.isArray(value)) for (const item of value) url.searchParams.append(field.name, item)
    else url.searchParams.set(field.name, field.value)
  }
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  output.textContent = '...'
  try {
    const response = await fetch(url, form.method === 'post' ? post : {})
    const text = await response.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
    output.textContent = response.status + ' ' + response.statusText + '\\n' + shown
  } catch (error) {
    output.textContent = String(error)
  }
})
`

/** Readable at any width, in light and in dark. */
const PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
h1 small, label small, em { opacity: .7; font-weight: normal; font-size: .85rem }
details { border: 1px solid #8886; border-radius: .4rem; margin: .5rem 0; padding: .5rem .8rem }
summary { cursor: pointer }
summary b { display: inline-block; min-width: 3rem }
.get { color: #06a } .post { color: #a50 }
@media (prefers-color-scheme: dark) { .get { color: #7cf } .post { color: #fb7 } }
label { display: grid; grid-template-columns: minmax(8rem, 12rem) 1fr; gap: 0 1rem; margin: .5rem 0; align-items: center }
label small { grid-column: 2 }
input, select, textarea, button { font: inherit; padding: .2rem .4rem }
output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace; margin-top: .6rem }
`

/** The headers of the page: it runs its own script and talks to its own origin alone. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'sha256-${Buffer.from(sha256(PAGE_SCRIPT), 'hex').toString('base64')}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Writes the page to try a tool: a list of its commands with a form each. It needs nothing from elsewhere. */
export function docsPage(model: ToolModel, commands: readonly CommandModel[]): string {
  const { name, version, description } = model
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(name)} <small>${escapeHtml(version)}</small></h1>
<p>${escapeHtml(description)}</p>
<p><a href="openapi.json">OpenAPI document</a></p>
${commands.map((command) => commandForm(model, command)).join('\n')}
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

function commandForm(model: ToolModel, command: CommandModel): string {
  const { input, flags } = inputOf(model, command)
  const path = pathOf(model, command)
  const isRead = command.danger === 'safe'
  const method = isRead ? 'get' : 'post'
  const fields = [
    ...input.map((parameter) => field(parameter, isRead ? 'query' : 'body')),
    ...flags.map((parameter) => field(parameter, 'query')),
  ]
  // The path is relative to the page, whatever the server puts before both.
  return `<details>
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(command.description)}${isRead ? '' : ` <em>${command.danger}</em>`}</summary>
<form method="${method}" action=".${escapeHtml(path)}">
${fields.join('\n')}
<button>Call</button>
<output></output>
</form>
</details>`
}

function field({ name, schema, required }: ParameterModel, place: 'query' | 'body'): string {
  const type = mainType(schema) ?? 'string'
  const attributes = `name="${escapeHtml(name)}" data-in="${place}" data-type="${type}"${required ? ' required' : ''}`
  const { description, enum: values, default: preset } = schema
  const hint = [
    typeof description === 'string' && description !== ''
      ? `${description.replace(/\.$/, '')}.`
      : '',
    type === 'array' ? 'One a line.' : '',
    preset === undefined ? '' : `Default ${JSON.stringify(preset)}.`,
  ]
  return `<label><span>${escapeHtml(name)}${required ? ' *' : ''}</span> ${control(type, values, attributes)} <small>${escapeHtml(hint.filter((part) => part !== '').join(' '))}</small></label>`
}

function control(type: string, values: unknown, attributes: string): string {
  const choices = Array.isArray(values) ? values.map(String) : []
  if (type === 'boolean') choices.push('true', 'false')
  if (choices.length > 0) {
    const options = ['', ...choices].map((choice) => `<option>${escapeHtml(choice)}</option>`)
    return `<select ${attributes}>${options.join('')}</select>`
  }
  if (type === 'array' || type === 'object') return `<textarea rows="2" ${attributes}></textarea>`
  return `<input ${attributes}>`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
