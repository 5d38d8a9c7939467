import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, invalidField, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { tellAskers } from './answer-mails/commands.ts'
import { changedContent, compareOrder, type FaqRow, isSame, toContent } from './rules.ts'
import { type FaqChanges, limits, type NewFaq } from './schema.ts'
import * as store from './store.ts'

export async function createFaq(tx: StoreTx, faq: NewFaq): Promise<FaqRow> {
  const content = toContent(faq)
  const { productIds = [], categoryIds = [], status = 'draft' } = faq
  await requirePlaces(tx, faq)
  await store.lockList(tx)
  const { count, next } = await store.countAll(tx)
  if (count >= limits.faqs) throw conflict(`A store can have at most ${limits.faqs} FAQs.`)
  const id = newId(tx.now.getTime())
  const isGeneral = productIds.length + categoryIds.length === 0
  await store.insert(tx, [{ ...content, id, status, position: next, isGeneral }])
  if (productIds.length > 0) await store.setProducts(tx, id, productIds)
  if (categoryIds.length > 0) await store.setCategories(tx, id, categoryIds)
  if (status === 'published') invalidateStorefront(tx)
  return requireFaq(tx, id)
}

export type FaqChange = { before: FaqRow; after: FaqRow }

/** Throws 409 if the FAQ changed after the caller read it. A change that alters nothing writes nothing. */
export async function changeFaq(tx: StoreTx, id: string, changes: FaqChanges): Promise<FaqChange> {
  await requirePlaces(tx, changes)
  const before = await lockFaq(tx, id)
  if (changes.updatedAt !== undefined && Date.parse(changes.updatedAt) !== Date.parse(before.updatedAt))
    throw conflict('This FAQ was changed by someone else. Read it again and repeat your change.')
  const content = changedContent(before, changes)
  const { productIds = before.productIds, categoryIds = before.categoryIds, status = before.status } = changes
  const isMoved = !isSameSet(productIds, before.productIds) || !isSameSet(categoryIds, before.categoryIds)
  const isGeneral =
    changes.productIds === undefined && changes.categoryIds === undefined
      ? before.isGeneral
      : productIds.length + categoryIds.length === 0
  if (isSame(content, before) && status === before.status && isGeneral === before.isGeneral && !isMoved)
    return { before, after: before }
  await store.update(tx, { ...content, id, status, isGeneral })
  if (isMoved) {
    await store.setProducts(tx, id, productIds)
    await store.setCategories(tx, id, categoryIds)
  }
  if (status === 'published' || before.status === 'published') invalidateStorefront(tx)
  if (status === 'published' && before.status === 'draft') await tellAskers(tx, id)
  return { before, after: await requireFaq(tx, id) }
}

export async function deleteFaq(tx: StoreTx, id: string): Promise<{ question: string }> {
  const { question, status } = await lockFaq(tx, id)
  await store.unlinkQuestions(tx, id)
  await store.deleteFaq(tx, id)
  if (status === 'published') invalidateStorefront(tx)
  return { question }
}

/** Throws 400 unless `ids` names every FAQ once. The later of two concurrent calls wins. */
export async function orderFaqs(tx: StoreTx, ids: readonly string[]): Promise<void> {
  const wanted = ids.map((id) => id.toLowerCase())
  await store.lockList(tx)
  const { unknown, isRepeating, missing } = compareOrder(wanted, await store.listIds(tx))
  if (unknown !== undefined) throw notFound('FAQ', unknown)
  if (isRepeating) throw invalidField('/ids', 'names a FAQ twice')
  if (missing > 0)
    throw invalidField(
      '/ids',
      `must name every FAQ of the store once; ${missing === 1 ? 'one is' : `${missing} are`} missing`,
    )
  if ((await store.updatePositions(tx, wanted)) > 0) invalidateStorefront(tx)
}

export const requireFaq = async (tx: StoreTx, id: string): Promise<FaqRow> =>
  orNotFound(await store.find(tx, id), 'FAQ', id)

export const lockFaq = async (tx: StoreTx, id: string): Promise<FaqRow> =>
  orNotFound(await store.lock(tx, id), 'FAQ', id)

/** Replaces a FAQ's question, because it contains an erased person's name. */
export async function rewordQuestion(tx: StoreTx, id: string, question: string): Promise<void> {
  if ((await store.updateQuestion(tx, id, question)) > 0) invalidateStorefront(tx)
}

async function requirePlaces(tx: StoreTx, { productIds = [], categoryIds = [] }: FaqChanges): Promise<void> {
  if (productIds.length > 0) {
    const known = new Set(await store.listProducts(tx, productIds))
    const unknown = productIds.find((id) => !known.has(id.toLowerCase()))
    if (unknown !== undefined) throw notFound('product', unknown)
  }
  if (categoryIds.length > 0) {
    const known = new Set(await store.lockCategories(tx, categoryIds))
    const unknown = categoryIds.find((id) => !known.has(id.toLowerCase()))
    if (unknown !== undefined) throw notFound('category', unknown)
  }
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other].map((id) => id.toLowerCase())).size === one.length
