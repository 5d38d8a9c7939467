// Rows of a product in a feed share an `item_group_id`, and WooCommerce names the `Parent`. These rows may be far apart, so
// the file is read twice.
import type { Static } from 'typebox'
import { readId } from '#platform/values/identifiers.ts'
import type { VariantInput } from '#resources/products/schema.ts'
import type { RawRecord, RawValues } from '../formats/problems.ts'

export type Variant = Static<typeof VariantInput>
export type Groups = { variants: ReadonlyMap<string, readonly Variant[]>; parents: ReadonlyMap<string, string> }

export const groupColumns = ['itemgroupid', 'parent', 'parentid', 'type'] as const

const mostVariants = 2_048
const mostRows = 500_000

export const hasGroups = (header: ReadonlySet<string>): boolean => header.has('itemgroupid') || header.has('parent')

const cell = (values: RawValues, name: string): string => {
  const read = readId(values[name] ?? '')
  return read && 'value' in read ? read.value : ''
}

function saidParent(values: RawValues): { id: string } | { sku: string } | undefined {
  const group = cell(values, 'itemgroupid')
  if (group !== '') return { id: group }
  const parent = cell(values, 'parent')
  const [, id] = /^id:\s*(.+)$/i.exec(parent) ?? []
  if (id !== undefined) return { id }
  return parent === '' ? undefined : { sku: parent }
}

export function findProductId(values: RawValues, { parents }: Groups): string | undefined {
  const said = saidParent(values)
  if (said === undefined) return undefined
  return 'id' in said ? said.id : (parents.get(said.sku) ?? said.sku)
}

type ReadVariant = (values: RawValues) => Variant | undefined

export async function readGroups(records: AsyncIterable<RawRecord>, read: ReadVariant): Promise<Groups> {
  const parents = new Map<string, string>()
  const waiting: [parent: { id: string } | { sku: string }, variant: Variant][] = []
  for await (const record of records) {
    if ('problem' in record) continue
    const said = saidParent(record.values)
    if (said) {
      const variant = read(record.values)
      if (variant) waiting.push([said, variant])
      if (waiting.length >= mostRows) break
    } else if (/^variable/i.test(record.values.type ?? ''))
      parents.set(cell(record.values, 'sku'), cell(record.values, 'id'))
  }
  const variants = new Map<string, Variant[]>()
  for (const [said, variant] of waiting) {
    const product = 'id' in said ? said.id : (parents.get(said.sku) ?? said.sku)
    const list = variants.get(product) ?? []
    variants.set(product, list)
    const isThere = list.some(({ platformVariantId }) => platformVariantId === variant.platformVariantId)
    if (list.length < mostVariants && !isThere) list.push(variant)
  }
  return { variants, parents }
}
