import { expect, it } from 'vitest'

import { lastLines } from './foreign-failure.ts'

it.each([
  ['error: it is over', 'it is over'],
  ['step 1\nstep 2\n\nNo such file', 'No such file'],
  [
    'Error: No such thing: x\n    at work (file:///p.mjs:4:34)\n    at async main',
    'No such thing: x',
  ],
  ["TypeError: bad\n    at a (b:1:1) {\n  code: 'X',\n  hint: 'y'\n}\n", 'bad'],
  [
    'Error: outer\n    at a (b:1:1)\n    ... 7 lines matching cause stack trace ...\n    at c (d:1:1) {\n  [cause]: Error: inner\n      at e (f:1:1)\n}',
    'outer',
  ],
  [
    '/x/y.js:3\n  throw new Error("boom")\n  ^\n\nError: boom\n    at a (b:1:1)\n\nNode.js v20.1.0\n',
    'boom',
  ],
  ['Deploying\n\nError: gone\n    at a (b:1:1)\n    at c (d:1:1)\n', 'gone'],
])('takes the words of an error and no stack out of %j', (text, words) => {
  expect(lastLines(text)).toBe(words)
})
