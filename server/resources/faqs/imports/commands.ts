// Imports FAQs from a file. Each row is written once; later edits of the store are not overwritten.

import { findPushedIds } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { readId } from '#platform/values/identifiers.ts'
import { isUuid, newId } from '#platform/values/ids.ts'
import { limits, type Status } from '../schema.ts'
import * as faqs from '../store.ts'
import { hashIdentity } from './rules.ts'
import * as store from './store.ts'

export type ImportedFaq = {
  question: string
  answer: string
  group: string | null
  locale: string | null
  status: Status
  products: readonly string[]
  categories: readonly string[]
}

export type FaqOutcome =
  | { outcome: 'imported' | 'unchanged' | 'repeated' | 'too_many' }
  | { outcome: 'unknown'; what: 'product' | 'category'; name: string }

/** Outcomes are in the order of the rows. `isDryRun` writes nothing. */
export async function importFaqs(tx: StoreTx, rows: readonly ImportedFaq[], isDryRun: boolean): Promise<FaqOutcome[]> {
  if (!isDryRun) await faqs.lockList(tx)
  const placed = await place(tx, rows)
  const known = await listKnown(tx, placed)
  const { count, next } = await faqs.countAll(tx)
  const seen = new Set<string>()
  const written: (PlacedRow & { id: string; key: Buffer })[] = []
  const outcomes = placed.map((row): FaqOutcome => {
    if ('outcome' in row) return row
    const key = hashIdentity(row)
    const name = key.toString('hex')
    if (known.has(name)) return { outcome: 'unchanged' }
    if (seen.has(name)) return { outcome: 'repeated' }
    if (count + written.length >= limits.faqs) return { outcome: 'too_many' }
    seen.add(name)
    written.push({ ...row, id: newId(tx.now.getTime()), key })
    return { outcome: 'imported' }
  })
  if (!isDryRun && written.length > 0) await write(tx, written, next)
  return outcomes
}

type PlacedRow = ImportedFaq & { productIds: string[]; categoryIds: string[] }
type UnknownOutcome = Extract<FaqOutcome, { outcome: 'unknown' }>

async function place(tx: StoreTx, rows: readonly ImportedFaq[]): Promise<(PlacedRow | UnknownOutcome)[]> {
  const found = async (list: typeof store.listProducts, names: readonly string[]) => {
    const distinct = [...new Set(names.flatMap((name) => [name, idIn(name)]))]
    if (distinct.length === 0) return new Map<string, string>()
    const places = await list(tx, distinct, distinct.filter(isUuid))
    // The shop's id takes precedence over this service's id.
    return new Map(places.toReversed().map(({ name, id }) => [name, id]))
  }
  const named = rows.flatMap((row) => row.products)
  const pushed = await findPushedIds(tx, named)
  const products = await found(store.listProducts, [...named, ...pushed.values()])
  const categories = await found(
    store.listCategories,
    rows.flatMap((row) => row.categories),
  )
  return rows.map((row) => {
    const [productIds, categoryIds] = [
      resolveIds(products, row.products, pushed),
      resolveIds(categories, row.categories),
    ]
    if (typeof productIds === 'string') return { outcome: 'unknown', what: 'product', name: productIds }
    if (typeof categoryIds === 'string') return { outcome: 'unknown', what: 'category', name: categoryIds }
    return { ...row, productIds, categoryIds }
  })
}

function resolveIds(
  known: ReadonlyMap<string, string>,
  names: readonly string[],
  pushed: ReadonlyMap<string, string> = new Map(),
): string[] | string {
  const find = (name: string) =>
    known.get(name) ?? known.get(idIn(name)) ?? known.get(pushed.get(name) ?? name.toLowerCase())
  return names.find((name) => find(name) === undefined) ?? [...new Set(names.map((name) => find(name) ?? ''))]
}

function idIn(name: string): string {
  const read = readId(name)
  return read && 'value' in read ? read.value : name
}

async function listKnown(tx: StoreTx, rows: readonly (PlacedRow | UnknownOutcome)[]): Promise<Set<string>> {
  const placed = rows.filter((row): row is PlacedRow => !('outcome' in row))
  if (placed.length === 0) return new Set()
  const questions = [...new Set(placed.map(({ question }) => question.replace(/\s+/g, ' ').trim().toLowerCase()))]
  const here = await store.listAsking(tx, questions)
  return new Set([
    ...(await store.listKeys(tx, placed.map(hashIdentity))),
    ...here.map((faq) => hashIdentity(faq).toString('hex')),
  ])
}

async function write(
  tx: StoreTx,
  rows: readonly (PlacedRow & { id: string; key: Buffer })[],
  next: number,
): Promise<void> {
  await faqs.lockCategories(tx, [...new Set(rows.flatMap(({ categoryIds }) => categoryIds))])
  await faqs.insert(
    tx,
    rows.map((row, i) => ({
      ...{ id: row.id, question: row.question, answer: row.answer, group: row.group, locale: row.locale },
      status: row.status,
      translations: {},
      position: next + i,
      isGeneral: row.productIds.length + row.categoryIds.length === 0,
    })),
  )
  await store.updateKeys(tx, rows)
  await store.insertPlaces(tx, rows)
  if (rows.some(({ status }) => status === 'published')) invalidateStorefront(tx)
}
