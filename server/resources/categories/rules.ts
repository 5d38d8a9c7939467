import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import type { ShopCategory } from '#integrations/shops/shop.ts'
import type { CategoryInput, UpsertResult } from './schema.ts'

export type CategoryRow = Static<typeof CategoryInput>
export type Failure = Static<typeof UpsertResult>['errors'][number]

/** A row in its normal form: all fields present, blank text is null. */
export type Item = {
  index: number
  platformCategoryId: string
  name: string
  nameKey: string
  handle: string | null
  parentPlatformCategoryId: string | null
  /** All products that the row assigns to the category. Null if the row has no list. */
  products: string[] | null
  /** Null for rows that were not pushed. */
  fingerprint: Buffer | null
}

/** Key of a name that products use. Two Unicode spellings of the same letters are one name. */
export const nameKeyOf = (name: string): string => name.trim().normalize('NFC')

export function prepare(rows: readonly CategoryRow[]): { items: Item[]; failures: Failure[] } {
  const items: Item[] = []
  const failures: Failure[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const { platformCategoryId } = row
    if (seen.has(platformCategoryId))
      failures.push({
        index,
        platformCategoryId,
        code: 'duplicate_in_request',
        message: 'This id is in the request twice; only the first row counts.',
      })
    else items.push(normalise(row, index))
    seen.add(platformCategoryId)
  }
  return { items, failures }
}

export const storageError = ({ index, platformCategoryId }: Item): Failure => ({
  index,
  platformCategoryId,
  code: 'storage_error',
  message: 'The row could not be stored. Other rows are not affected.',
})

function normalise(row: CategoryRow, index: number): Item {
  const content = {
    platformCategoryId: row.platformCategoryId,
    name: row.name,
    handle: text(row.handle),
    parentPlatformCategoryId: text(row.parentPlatformCategoryId),
    products: [...new Set(row.products ?? [])].sort(),
  }
  const fingerprint = hash('sha256', JSON.stringify(content), 'buffer')
  return { ...content, index, nameKey: nameKeyOf(row.name), fingerprint }
}

const text = (value: string | null | undefined): string | null => (value != null && /\S/.test(value) ? value : null)

/** Categories of a shop that can be stored, without duplicates. Truncates long names and skips other invalid rows. */
export function readable(categories: readonly ShopCategory[]): Item[] {
  const found = new Map<string, Item>()
  for (const { platformCategoryId, name: said, handle, parentPlatformCategoryId: parent } of categories) {
    const name = cleaned(said).trim().slice(0, 255).toWellFormed()
    if (!isId(platformCategoryId) || name === '') continue
    found.set(platformCategoryId, {
      index: found.size,
      platformCategoryId,
      name,
      nameKey: nameKeyOf(name),
      handle: handle !== null && handle.length <= 255 ? text(cleaned(handle)) : null,
      parentPlatformCategoryId: parent !== null && isId(parent) ? parent : null,
      products: null,
      fingerprint: null,
    })
  }
  return [...found.values()]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the database keeps no NUL
const cleaned = (said: string) => said.replaceAll(/\u0000/g, '').toWellFormed()

const isId = (id: string) => id.length <= 255 && /\S/.test(id) && cleaned(id) === id

export type StoredCategory = {
  id: string
  platformCategoryId: string
  name: string
  handle: string | null
  parentPlatformCategoryId: string | null
  source: 'shop' | 'pushed'
  fingerprint: Buffer | null
}

export const isAsInShop = (stored: StoredCategory, item: Item): boolean =>
  stored.source === 'shop' &&
  stored.name === item.name &&
  stored.handle === item.handle &&
  stored.parentPlatformCategoryId === item.parentPlatformCategoryId

export type Placement = { platformProductId: string; categoryId: string }

export function comparePlacements(stored: readonly Placement[], wanted: readonly Placement[]) {
  const keyOf = ({ platformProductId, categoryId }: Placement) => `${categoryId} ${platformProductId}`
  const before = new Set(stored.map(keyOf))
  const after = new Map(wanted.map((each) => [keyOf(each), each]))
  return {
    added: [...after].filter(([key]) => !before.has(key)).map(([, each]) => each),
    removed: stored.filter((each) => !after.has(keyOf(each))),
  }
}
