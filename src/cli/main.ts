import { serveApp } from './app.ts'

await serveApp()
