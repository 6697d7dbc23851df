// Leaves a child behind that nobody can see, and ends well.
import { spawn } from 'node:child_process'

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
child.unref()
console.log(JSON.stringify({ pid: child.pid }))
