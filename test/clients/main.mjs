// Usage: node main.mjs <document> <base> <key> <store>. Reads the lists with the client that tsc compiled.
import { readFileSync } from 'node:fs'
import { readLists } from './built/read-lists.js'

const [, , file, base, key, store] = process.argv
const { paths } = JSON.parse(readFileSync(file, 'utf8'))
const names = Object.entries(paths)
  .filter(([path, { get }]) => !path.includes('{') && get?.security.some((each) => 'apiKey' in each))
  .filter(([, { get }]) => !(get.parameters ?? []).some(({ name, required }) => required && name !== 'days'))
  .filter(([, { get }]) => 'application/json' in (get.responses['200']?.content ?? {}))
  // No API key has the role of an owner, so operations for owners are left out.
  .filter(([, { get }]) => get['x-role'] !== 'OWNER')
  .map(([, { get }]) => get.operationId.replace(/[._]([a-z])/g, (_, letter) => letter.toUpperCase()))
console.log(JSON.stringify(await readLists(names, base, key, store)))
