// Reviews in Shopify's standard metaobject, which only approved apps may write.
import type { Content, Destination, Review } from '../../destination.ts'
import { refused } from '../../destination.ts'
import { readText } from '../../fields.ts'
import { ShopFailure } from '../../shop.ts'
import type { Client } from '../graphql/client.ts'
import { isNumber, toGid } from '../graphql/ids.ts'
import { deleteReview, ownReviews, reviewByHandle, upsertReview } from './documents.ts'
import { refuseErrors, requireScope } from './ratings.ts'

const type = 'product_review'
const source = 'evident'

type UserErrors = { code: string | null }[]
type ReviewNode = { id: string; handle: string; fields: { key: string; value: string | null }[] }
type OwnPage = { metaobjects: { nodes: ReviewNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } }

export function createReviews(client: Client): Destination {
  return {
    atOnce: 4,
    async prepare(place) {
      await requireScope(client, 'write_metaobjects')
      return place
    },
    async put(content) {
      if (!('review' in content)) throw new Error('This destination accepts only reviews.')
      const { metaobjectUpsert } = await client.ask<{
        metaobjectUpsert: { metaobject: { id: string } | null; userErrors: UserErrors }
      }>(upsertReview, {
        handle: { type, handle: content.key },
        metaobject: { fields: toFields(content.review), capabilities: { publishable: { status: 'ACTIVE' } } },
      })
      refuseErrors(metaobjectUpsert.userErrors)
      if (!metaobjectUpsert.metaobject) throw new ShopFailure('shop_failed', 'Shopify returned no review.')
      return { externalId: metaobjectUpsert.metaobject.id, isLive: true }
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
      return {
        items: metaobjects.nodes.flatMap((node) => {
          const fields = new Map(node.fields.map(({ key, value }) => [key, value]))
          if (fields.get('source') !== source) return []
          return {
            key: node.handle,
            externalId: node.id,
            isSame: (content: Content) =>
              'review' in content &&
              readRating(fields.get('rating')) === content.review.rating &&
              (fields.get('body') ?? '') === content.review.body &&
              (fields.get('title') ?? '') === (content.review.title ?? ''),
          }
        }),
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

const toRating = (rating: number) => JSON.stringify({ value: `${rating}.0`, scale_min: '1.0', scale_max: '5.0' })

function readRating(value: string | null | undefined): number {
  try {
    return Number(JSON.parse(value ?? 'null')?.value)
  } catch {
    return Number.NaN
  }
}

function toFields(review: Review): { key: string; value: string }[] {
  if (!isNumber(review.product.platformProductId))
    throw refused('no_shop_product', 'The shop has no product with this id.')
  const order = review.platformOrderId
  const values: Record<string, string | null> = {
    rating: toRating(review.rating),
    title: review.title,
    body: review.body,
    submitted_at: review.submittedAt,
    published_at: review.approvedAt ?? review.submittedAt,
    source,
    author_display_name: review.authorName,
    order: order !== null && isNumber(order) ? toGid('Order', order) : null,
    product: toGid('Product', review.product.platformProductId),
    merchant_reply: review.reply?.body ?? null,
    merchant_replied_at: review.reply?.repliedAt ?? null,
    media_urls: review.photoUrls.length > 0 ? JSON.stringify(review.photoUrls) : null,
    language: review.locale,
    app_verification_status: review.verified ? 'verified_buyer' : null,
  }
  return Object.entries(values).flatMap(([key, value]) => (value === null ? [] : { key, value }))
}
