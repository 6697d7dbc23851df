import { readFile } from 'node:fs/promises'

const TEMPLATES = new URL('../../templates/', import.meta.url)

const FILES = {
  'package.json': '{{language}}/package.json',
  'tsconfig.json': '{{language}}/tsconfig.json',
  'tsconfig.build.json': 'ts/tsconfig.build.json',
  // A package never holds a file of that name.
  '.gitignore': '{{language}}/gitignore',
  'README.md': 'both/README.md',
  'src/cli.{{language}}': 'both/src/cli',
  'src/main.{{language}}': 'both/src/main',
  'test/cli.test.{{language}}': 'both/test/cli.test',
}

export async function projectFiles(
  name: string,
  language: 'ts' | 'js',
  version: string,
): Promise<Readonly<Record<string, string>>> {
  const words: Readonly<Record<string, string>> = { name, language, version }
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word]!)
  const wanted = Object.entries(FILES).filter(
    ([path]) => language === 'ts' || path !== 'tsconfig.build.json',
  )
  const files = wanted.map(async ([path, template]) => {
    const text = await readFile(new URL(fill(template), TEMPLATES), 'utf8')
    return [fill(path), fill(text)] as const
  })
  return Object.fromEntries(await Promise.all(files))
}
