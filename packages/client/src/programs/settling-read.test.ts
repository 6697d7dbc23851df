import { readdirSync } from 'node:fs'

import { expect, test } from 'vitest'

import { knownCallOf } from './ready-calls.ts'
import { settlesOf, settlingRead } from './settling-read.ts'

test.each([
  [
    'gh pr create --head x -R a/b --title y',
    'gh pr list -R a/b --head x --state all --json number,url,state',
  ],
  ['gh pr create --head=x', 'gh pr list --head x --state all --json number,url,state'],
  // Without a branch nothing can be asked for.
  ['gh pr create --title y', undefined],
  ['gh pr merge 12 --squash', 'gh pr view 12 --json state,title,labels,reviews,comments'],
  ['git push origin main', 'git ls-remote origin main'],
  ['git push -u origin HEAD:refs/heads/x', 'git ls-remote origin refs/heads/x'],
  ['git push', 'git ls-remote'],
  ['npm publish --access public', 'npm view . versions --json'],
  ['kubectl -n x apply -f a.yaml', 'kubectl get -n x -f a.yaml -o yaml'],
  ['kubectl delete pod x', 'kubectl get pod x'],
  ['helm upgrade web ./chart -n x', 'helm status web --namespace x'],
  ['docker push a/b:1', 'docker manifest inspect a/b:1'],
  ['docker compose -f a.yml up -d', 'docker compose -f a.yml ps --all'],
  // A value that looks like an option is not filled in.
  ['gh release create -- -R', undefined],
])('%s is settled by %s', async (line, read) => {
  const known = await knownCallOf(line.split(' '))
  expect(known?.effect).toBe('change')
  expect(settlesOf(known!)?.join(' ')).toBe(read)
})

test('every read of the descriptions is known to only read', async () => {
  const folder = new URL('../../descriptions/', import.meta.url)
  const { readYaml } = await import('@surety/internal/yaml-text.ts')
  const { readFileSync } = await import('node:fs')
  let count = 0
  for (const file of readdirSync(folder)) {
    const { calls } = (await readYaml(readFileSync(new URL(file, folder), 'utf8'))) as {
      calls: { commands: Record<string, { settles?: readonly string[] } | null> }
    }
    for (const command of Object.values(calls.commands))
      for (const template of command?.settles ?? []) {
        const all = [...template.matchAll(/\{([^}]+)\}/g)].map(([, place = '']) => place)
        const flags = all
          .filter((place) => place.startsWith('-'))
          .map((place) => [place.split('|')[0]!, 'a/b'] as const)
        const read = settlingRead([template], flags, ['x', 'y', 'z'])
        expect((await knownCallOf(read!))?.effect, template).toBe('read')
        count += 1
      }
  }
  expect(count).toBeGreaterThan(15)
})
