// Preloaded into a shop (`NODE_OPTIONS=--import`). On SIGWINCH it collects garbage and prints
// what is still in use. Vendure ends on SIGUSR2, and Node opens its inspector on SIGUSR1.
import { setImmediate as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let asked = 0

process.on('SIGWINCH', async () => {
  // Finalizers run between the collections, and the next collection frees what they release.
  for (let at = 0; at < 3; at += 1) {
    collect()
    await pause()
  }
  const { heapUsed, external } = process.memoryUsage()
  asked += 1
  process.stdout.write(`MEMORY ${asked} ${heapUsed + external}\n`)
})
