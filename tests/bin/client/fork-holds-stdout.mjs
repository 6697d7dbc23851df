// Leaves a child behind that keeps the output open and writes to it after the exit.
import { spawn } from 'node:child_process'

const late = "setTimeout(() => console.log('late'), 50); setInterval(() => {}, 1000)"
spawn(process.execPath, ['-e', late], { stdio: ['ignore', 'inherit', 'inherit'] }).unref()
console.log('{"ok":true,"data":{"n":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}')
