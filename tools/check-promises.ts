// `--write` adds new promises of v1 to contracts/v1-promises.json. It removes only operations whose announced removal
// date has passed. Any other lost promise fails the check.
import { readFileSync, writeFileSync } from 'node:fs'
import { deprecations } from '#platform/calls/deprecations.ts'
import { currentDocument } from './contracts.ts'
import { collectPromises, type Document, findLosses, formatPromises, type Promises } from './v1-promises.ts'

const file = new URL('../contracts/v1-promises.json', import.meta.url)
const committed = readFileSync(file, 'utf8')
const current = collectPromises(JSON.parse(JSON.stringify(currentDocument())) as Document)
const ended = deprecations.filter(({ removed }) => Date.parse(removed) <= Date.now()).map(({ item }) => item)
const losses = findLosses(JSON.parse(committed) as Promises, current, new Set(ended))
const isStale = committed !== formatPromises(current)

if (losses.length > 0) console.error(`v1 promises more than the API keeps:\n${losses.join('\n')}`)
else if (!isStale) console.log('the API still has everything that v1 promises')
else if (process.argv.includes('--write')) writeFileSync(file, formatPromises(current))
else console.error('contracts/v1-promises.json lacks new promises. Run: npm run check -- --write')
process.exitCode = losses.length > 0 || (isStale && !process.argv.includes('--write')) ? 1 : 0
