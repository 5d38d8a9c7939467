import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = readFileSync(join(import.meta.dirname, '../../admin/routes/pages.ts'), 'utf8')
const declared = [...source.matchAll(/const (\w+) = page\(\s*(\w+),\s*'([^']+)'/g)]

export function storePaths(): string[] {
  const paths = new Map([['store', '']])
  for (const [, name = '', parent = '', path = ''] of declared) {
    const above = paths.get(parent)
    if (above === undefined) throw new Error(`Route ${name} comes before its parent ${parent}`)
    paths.set(name, path === '/' ? above || '/' : `${above}${path}`)
  }
  paths.delete('store')
  return [...paths.values()]
}
