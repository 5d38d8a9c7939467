// Translations are keyed by the English source text. An area's own file overrides common.json.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findMessages, type Message } from './messages.ts'
import { placesIn } from './translate.ts'

export type Catalogue = ReadonlyMap<string, Readonly<Record<string, string>>>

const root = join(import.meta.dirname, '..')

export const languages = { de: 'German' } as const
export type Language = keyof typeof languages

export function readCatalogue(language: Language): Catalogue {
  const folder = join(import.meta.dirname, language)
  return new Map(
    globSync('*.json', { cwd: folder }).map((name) => [
      basename(name, '.json'),
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
    ]),
  )
}

export const textIn = (catalogue: Catalogue, path: string, message: Message): string | undefined =>
  catalogue.get(findHolder(catalogue, findArea(path), message) ?? '')?.[message.text]

const findHolder = (catalogue: Catalogue, area: string, { text, isOptional }: Message): string | undefined =>
  (isOptional ? [area] : [area, 'common']).find((name) => catalogue.get(name)?.[text] !== undefined)

/** `path` is relative to the app: pages/settings/shop/ShopPage.tsx belongs to settings-shop, shell/… to shell. */
export function findArea(path: string): string {
  const folders = dirname(path).split('/')
  if (folders[0] !== 'pages') return folders[0] === '.' ? 'common' : (folders[0] as string)
  return folders.slice(1, folders[1] === 'settings' ? 3 : 2).join('-')
}

/** True if a source has translatable texts. Code samples for merchants are the same in every language. */
export const hasTexts = (path: string): boolean =>
  /\.tsx?$/.test(path) &&
  !/^(language|dist)\/|\.test\.|(^|\/)(snippets?|receivers|configurations|languages?)\.ts$|vite\.config/.test(path)

export function messagesByArea(): Map<string, { path: string; message: Message }[]> {
  const paths = globSync('**/*.{ts,tsx}', { cwd: root }).filter(hasTexts).sort()
  const found = paths.flatMap((path) =>
    findMessages(path, readFileSync(join(root, path), 'utf8')).map((message) => ({ path, message })),
  )
  return Map.groupBy(found, ({ path }) => findArea(path))
}

export function findFlaws(catalogue: Catalogue): { flaws: string[]; leftOver: { area: string; text: string }[] } {
  const used = new Map([...catalogue.keys()].map((area) => [area, new Set<string>()]))
  const flaws = new Set<string>()
  for (const [area, messages] of messagesByArea())
    for (const { path, message } of messages) {
      const holder = findHolder(catalogue, area, message)
      const text = holder && catalogue.get(holder)?.[message.text]
      if (holder === undefined || text === undefined) {
        if (!message.isOptional) flaws.add(`admin/${path}: no translation of ${JSON.stringify(message.text)}`)
        continue
      }
      used.get(holder)?.add(message.text)
      if (placesIn(text) !== placesIn(message.text))
        flaws.add(`admin/${path}: other places in ${JSON.stringify(text)} than in ${JSON.stringify(message.text)}`)
    }
  const leftOver = [...catalogue].flatMap(([area, texts]) =>
    Object.keys(texts).flatMap((text) => (used.get(area)?.has(text) ? [] : [{ area, text }])),
  )
  return { flaws: [...flaws], leftOver }
}

export function removeTexts(language: Language, texts: readonly { area: string; text: string }[]): void {
  const catalogue = readCatalogue(language)
  for (const area of new Set(texts.map((each) => each.area))) {
    const gone = new Set(texts.filter((each) => each.area === area).map(({ text }) => text))
    const kept = Object.entries(catalogue.get(area) ?? {}).filter(([text]) => !gone.has(text))
    const path = join(import.meta.dirname, language, `${area}.json`)
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
  }
}
