import { sha256 } from '../internal/sha256.ts'
import {
  mainType,
  type CliModel,
  type CommandModel,
  type ParameterModel,
} from '../runtime/surface.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './docs-assets.ts'
import { inputOf, pathOf } from './open-api.ts'

const VERSION = '5.34.1'
const CDN = `https://cdn.jsdelivr.net/npm/swagger-ui-dist@${VERSION}`
const SCRIPT_HASH = 'sha384-XFYN47VzPiDY6qPtxYKg0nqUeW/upo20xf1j2SUE7gT/i35FJB4cuS/71Iegzk8Z'
const STYLE_HASH = 'sha384-4c3vsE5f+trhFyHrFrLM1fFGUn531NIaC7dcqEWIJdoRQJ5CkJbSuSCwXLpaS1KF'

/** The headers of the page: it runs scripts of known content and talks to its own origin alone. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${CDN}/ 'sha256-${Buffer.from(sha256(PAGE_SCRIPT), 'hex').toString('base64')}'`,
    `style-src ${CDN}/ 'unsafe-inline'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/**
 * Writes the page to try a tool: a list of its commands with a form each. A browser that reaches the CDN shows
 * Swagger UI in its place; the server holds none of that.
 */
export function docsPage(model: CliModel, commands: readonly CommandModel[]): string {
  const { name, version, description } = model
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main id="api">
<h1>${escapeHtml(name)} <small>${escapeHtml(version)}</small></h1>
<p>${escapeHtml(description)}</p>
<p><a href="openapi.json">OpenAPI document</a></p>
${commands.map((command) => commandForm(model, command)).join('\n')}
</main>
<script>${PAGE_SCRIPT}</script>
<link rel="stylesheet" href="${CDN}/swagger-ui.css" integrity="${STYLE_HASH}" crossorigin="anonymous" media="none">
<script id="swagger" async src="${CDN}/swagger-ui-bundle.js" integrity="${SCRIPT_HASH}" crossorigin="anonymous"></script>
</body>
</html>
`
}

function commandForm(model: CliModel, command: CommandModel): string {
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
