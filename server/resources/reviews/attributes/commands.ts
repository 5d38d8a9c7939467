// The store's own questions in the form. A question is retired and not deleted, because reviews contain answers to it.
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { hasGroup } from '#resources/products/groups/fragments.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import { type AnswerValues, type AttributeRow, readAnswers, readAttributes, summarizeAnswers } from './rules.ts'
import type { Answer, AttributeSummary, AttributesOfOne } from './schema.ts'
import * as store from './store.ts'

const mostInStore = 1_000

export async function setAttributes(
  tx: StoreTx,
  { subject = 'product', categoryId = null, attributes }: AttributesOfOne,
): Promise<AttributeRow[]> {
  if (subject === 'shop' && categoryId !== null)
    throw invalidField('/categoryId', 'is given beside the subject `shop`; send one of them')
  if (categoryId !== null && !(await store.findCategory(tx, categoryId))) throw notFound('category', categoryId)
  const present = await store.lockOfOne(tx, { subject, categoryId })
  const wanted = readAttributes(attributes, present)
  const added = wanted.filter(({ id }) => id === undefined).length
  if (added > 0 && (await store.countAll(tx)) + added > mostInStore)
    throw conflict(`A store can have at most ${mostInStore} questions, including removed ones. Rename an existing one.`)
  const kept = new Set(wanted.map(({ id }) => id))
  const retired = present.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
  if (retired.length > 0) await store.updateRetired(tx, retired)
  const rows: AttributeRow[] = []
  for (const [position, { id, ...words }] of wanted.entries()) {
    const row = { id: id ?? newId(tx.now.getTime()), categoryId, ...words }
    if (id === undefined) await store.insert(tx, subject, row, position)
    else await store.update(tx, row, position)
    rows.push(row)
  }
  invalidateStorefront(tx)
  return rows
}

export async function readAsked(tx: StoreTx, productIds: readonly string[]): Promise<Map<string, AttributeRow[]>> {
  const rows = await store.listOfProducts(tx, { productIds })
  return Map.groupBy(rows, ({ productId }) => productId)
}

export const listAskedAttributes = (tx: StoreTx, platformProductId: string): Promise<AttributeRow[]> =>
  store.listOfProducts(tx, { platformProductId })

export async function summarizeAttributes(tx: StoreTx, platformProductId: string): Promise<AttributeSummary[]> {
  const asked = await listAskedAttributes(tx, platformProductId)
  return asked.length === 0 ? [] : summarizeAnswers(asked, await store.countAnswers(tx, platformProductId))
}

export const listAskedOfShop = (tx: StoreTx): Promise<AttributeRow[]> => store.list(tx, 'shop')

export async function listAnswerCounts(tx: StoreTx, platformProductId: string | undefined, pool?: Pool) {
  const asked = await (platformProductId === undefined
    ? listAskedOfShop(tx)
    : listAskedInPool(tx, platformProductId, pool))
  return { asked, answers: asked.length === 0 ? [] : await store.countAnswers(tx, platformProductId, pool) }
}

/** Questions about the product first, then those about other products of its group. */
async function listAskedInPool(tx: StoreTx, platformProductId: string, pool: Pool | undefined) {
  const own = await listAskedAttributes(tx, platformProductId)
  const others = pool && hasGroup(pool) ? await store.listOthersOfPool(tx, platformProductId, pool) : []
  if (others.length === 0) return own
  const all = [...own, ...(await store.listOfProducts(tx, { productIds: others }))]
  return [...new Map(all.map((each) => [each.id, each])).values()]
}

/** Used for imported files, whose rows identify a question by its text. */
export const readAllAsked = async (tx: StoreTx): Promise<AttributeRow[]> => [
  ...(await store.list(tx)),
  ...(await store.list(tx, 'shop')),
]

export async function checkAnswers(tx: StoreTx, said: readonly Answer[]): Promise<AnswerValues | null> {
  if (said.length === 0) return null
  return readAnswers(
    said,
    await store.listNamed(
      tx,
      said.map(({ id }) => id),
    ),
  )
}
