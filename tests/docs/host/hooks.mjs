// How modules load in the host: those of a program once per call, those of the build once.
const served = new URL('served.mjs', import.meta.url).href

export async function resolve(specifier, context, next) {
  const call = /\?call=\d+$/.exec(context.parentURL ?? '')?.[0]
  if (call === undefined) return next(specifier, context)
  if (specifier === 'surety' || specifier === served) return { url: served, shortCircuit: true }
  const found = await next(specifier, context)
  const isOwn = found.url.startsWith('file:') && !/\/(?:node_modules|dist)\//.test(found.url)
  return isOwn ? { ...found, url: found.url + call } : found
}

export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!/\/dist\/cli\/main\.js\?call=\d+$/.test(url)) return loaded
  const text = String(loaded.source)
  const source = text.replace(/(?<=^import \{[^}]*), \w+ as serve\b/, '')
  if (source === text) throw new Error('dist/cli/main.js imports serve in another way')
  return { ...loaded, source: `import { serve } from ${JSON.stringify(served)}\n${source}` }
}
