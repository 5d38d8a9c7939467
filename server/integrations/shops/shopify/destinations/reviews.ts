// Reviews in Shopify's standard metaobject, which only approved apps may write.
import type { Content, Destination, Review } from '../../destination.ts'
import { refused } from '../../destination.ts'
import { isRecord, parseJson, readText } from '../../fields.ts'
import { ShopFailure } from '../../shop.ts'
import type { Client } from '../graphql/client.ts'
import { isNumber, toGid } from '../graphql/ids.ts'
import { createCustomerReader, readCustomers } from './customers.ts'
import { deleteReview, ownReviews, reviewByHandle, upsertReview } from './documents.ts'
import { refuseErrors, requireScope } from './ratings.ts'

const type = 'product_review'
const source = 'evident'

type UserErrors = { code: string | null }[]
type Field = { key: string; value: string | null }
type ReviewNode = { id: string; handle: string; fields: Field[] }
type OwnPage = { metaobjects: { nodes: ReviewNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } }
type UpsertAnswer = {
  metaobjectUpsert: { metaobject: Pick<ReviewNode, 'id' | 'fields'> | null; userErrors: UserErrors }
}

const noCustomer = {
  reason: 'no_customer',
  message: 'The Shop app shows only reviews that name the customer of their order.',
}

export function createReviews(client: Client): Destination {
  const findCustomer = createCustomerReader(client)

  async function upsert(handle: string, fields: readonly Field[]) {
    const { metaobjectUpsert } = await client.ask<UpsertAnswer>(upsertReview, {
      handle: { type, handle },
      metaobject: { fields, capabilities: { publishable: { status: 'ACTIVE' } } },
    })
    refuseErrors(metaobjectUpsert.userErrors)
    if (!metaobjectUpsert.metaobject) throw new ShopFailure('shop_failed', 'Shopify returned no review.')
    return metaobjectUpsert.metaobject
  }

  return {
    atOnce: 4,
    async prepare(place) {
      await requireScope(client, 'write_metaobjects')
      return place
    },
    async put(content) {
      if (!('review' in content)) throw new Error('This destination accepts only reviews.')
      const { review } = content
      if (!isNumber(review.product.platformProductId))
        throw refused('no_shop_product', 'The shop has no product with this id.')
      const order = toOrder(review)
      const author = order === null ? null : ((await findCustomer(order)) ?? null)
      const values = Object.entries(toValues(review, author))
      const written = values.flatMap(([key, value]) => (value === null ? [] : { key, value }))
      const { id, fields } = await upsert(content.key, written)
      // Shopify keeps fields that a call leaves out, for example a reply that was deleted here.
      const there = toMap(fields)
      const left = values.flatMap(([key, value]) => (value === null && there.get(key) ? { key, value: '' } : []))
      if (left.length > 0) await upsert(content.key, left)
      return { externalId: id, isLive: true, ...(order !== null && author === null && { hint: noCustomer }) }
    },
    async remove({ key, externalId }) {
      const id = externalId ?? (await findByHandle(client, key))
      if (!id) return
      const { metaobjectDelete } = await client.ask<{ metaobjectDelete: { userErrors: UserErrors } }>(deleteReview, {
        id,
      })
      const errors = metaobjectDelete.userErrors.filter(({ code }) => code !== 'RECORD_NOT_FOUND')
      if (errors.length > 0) throw new ShopFailure('shop_failed', 'Shopify refused to delete the review.')
    },
    async list(from) {
      const { metaobjects } = await client.ask<OwnPage>(ownReviews, { after: readText(from?.after) })
      const own = metaobjects.nodes
        .map(({ handle, id, fields }) => ({ handle, id, there: toMap(fields) }))
        .filter(({ there }) => there.get('source') === source)
      const orders = own.flatMap(({ there }) => there.get('order') || [])
      const customers = await readCustomers(client, orders)
      return {
        items: own.map(({ handle, id, there }) => ({
          key: handle,
          externalId: id,
          isSame: (content: Content) =>
            'review' in content &&
            isSame(there, toValues(content.review, customers.get(toOrder(content.review) ?? '') ?? null)),
        })),
        next: metaobjects.pageInfo.hasNextPage ? { after: metaobjects.pageInfo.endCursor } : null,
      }
    },
  }
}

async function findByHandle(client: Client, handle: string): Promise<string | undefined> {
  const found = await client.ask<{ metaobjectByHandle: { id: string } | null }>(reviewByHandle, {
    handle: { type, handle },
  })
  return found.metaobjectByHandle?.id
}

const toMap = (fields: readonly Field[]) => new Map(fields.map(({ key, value }) => [key, value]))

const toRating = (rating: number) => JSON.stringify({ value: `${rating}.0`, scale_min: '1.0', scale_max: '5.0' })

const toOrder = ({ platformOrderId: order }: Review): string | null =>
  order !== null && isNumber(order) ? toGid('Order', order) : null

/** Every field that we write. A field with null is empty. */
const toValues = (review: Review, author: string | null) => ({
  rating: toRating(review.rating),
  title: review.title,
  body: review.body,
  submitted_at: review.submittedAt,
  published_at: review.approvedAt ?? review.submittedAt,
  source,
  author,
  author_display_name: review.authorName,
  order: toOrder(review),
  product: toGid('Product', review.product.platformProductId),
  merchant_reply: review.reply?.body ?? null,
  merchant_replied_at: review.reply?.repliedAt ?? null,
  media_urls: review.photoUrls.length > 0 ? JSON.stringify(review.photoUrls) : null,
  language: review.locale,
  app_verification_status: review.verified ? 'verified_buyer' : null,
})

type Key = keyof ReturnType<typeof toValues>

/** Shopify may write numbers, times, lists and line ends differently, so values are compared by their meaning. */
function isSame(there: ReadonlyMap<string, string | null>, values: Record<Key, string | null>): boolean {
  return Object.entries(values).every(
    ([key, value]) => meaningOf(key as Key, there.get(key) ?? null) === meaningOf(key as Key, value),
  )
}

function meaningOf(key: Key, value: string | null): string {
  if (value === null || value === '') return ''
  if (key === 'rating') return readRating(value)
  if (key === 'media_urls') return JSON.stringify(parse(value) ?? value)
  if (key.endsWith('_at')) return String(readSeconds(value))
  return value.replaceAll('\r\n', '\n').trim()
}

const parse = (value: string): unknown => parseJson(Buffer.from(value))

function readRating(text: string): string {
  const rating = parse(text)
  return isRecord(rating) ? [rating.value, rating.scale_min, rating.scale_max].map(Number).join() : text
}

/** A time without a zone is in UTC. */
const readSeconds = (time: string): number =>
  Math.floor(Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`) / 1000)
