const VERSION = '5.34.1'
const CDN = `https://cdn.jsdelivr.net/npm/swagger-ui-dist@${VERSION}`
const SCRIPT_HASH = 'sha384-XFYN47VzPiDY6qPtxYKg0nqUeW/upo20xf1j2SUE7gT/i35FJB4cuS/71Iegzk8Z'
const STYLE_HASH = 'sha384-4c3vsE5f+trhFyHrFrLM1fFGUn531NIaC7dcqEWIJdoRQJ5CkJbSuSCwXLpaS1KF'
const START = "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#api' })"

/** The headers of the page: it runs one script of known content and talks to its own origin alone. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${CDN}/ 'sha256-ZBVgMm9k3IrZ0DMaISe7OEUZQ4zlg4xOddtC+LXA6/E='`,
    `style-src ${CDN}/ 'unsafe-inline'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Writes the page to try a tool. The browser loads Swagger UI; the server holds none of it. */
export function docsPage(name: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="stylesheet" href="${CDN}/swagger-ui.css" integrity="${STYLE_HASH}" crossorigin="anonymous">
</head>
<body>
<div id="api"></div>
<script src="${CDN}/swagger-ui-bundle.js" integrity="${SCRIPT_HASH}" crossorigin="anonymous"></script>
<script>${START}</script>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
