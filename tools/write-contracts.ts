// Writes the contracts of the code to contracts/, so that a change is a visible diff. With --check it writes nothing
// and fails when a file differs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { contracts } from './contracts.ts'

const folder = new URL('../contracts/', import.meta.url)
const check = process.argv.includes('--check')
const stale: string[] = []

for (const [name, text] of Object.entries(await contracts())) {
  const path = new URL(name, folder)
  if (!check) {
    mkdirSync(new URL('.', path), { recursive: true })
    writeFileSync(path, text)
  } else if (read(path) !== text) stale.push(name)
}
if (stale.length > 0) console.error(`contracts/ does not match the code: ${stale.join(', ')}. Run: npm run contracts`)
process.exitCode = stale.length > 0 ? 1 : 0

function read(path: URL): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
