// `virtual:texts/<area>` is an area's texts by language. One object is smaller than a module for each file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from '../locales/languages.ts'

const prefix = 'virtual:texts/'
const root = join(import.meta.dirname, '../locales')

export const texts = (): Plugin => ({
  name: 'evident:texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null
    const area = id.slice(prefix.length + 1)
    const files = languages.map((language) => [language, join(root, language, `${area}.json`)] as const)
    const found = files.filter(([, file]) => existsSync(file))
    for (const [, file] of found) this.addWatchFile(file)
    return `export default {${found.map(([language, file]) => `${language}:${readFileSync(file, 'utf8')}`).join()}}`
  },
})
