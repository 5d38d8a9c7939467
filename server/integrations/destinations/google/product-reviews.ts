// Product reviews of Google's Merchant API. Inserting a review replaces an earlier review with the same id.

import type { Content, Destination, FoundItem, Place, Review } from '../../shops/destination.ts'
import { DestinationFailure, type Position } from '../../shops/destination.ts'
import { readText, toRecord, toRecords } from '../../shops/fields.ts'
import type { GoogleClient } from './client.ts'

const displayName = 'Evident product reviews'
const pageSize = 1_000

export function createProductReviews(client: GoogleClient, account: string, version: string): Destination {
  const reviews = `/reviews/${version}/accounts/${account}/productReviews`
  const sources = `/datasources/v1/accounts/${account}/dataSources`

  async function findSource(): Promise<string | undefined> {
    let pageToken: string | null = null
    do {
      const query: string = new URLSearchParams({ pageSize: '1000', ...(pageToken && { pageToken }) }).toString()
      const page: Record<string, unknown> = (await client.call('GET', `${sources}?${query}`)) ?? {}
      const own = toRecords(page.dataSources).find(
        (source) => source.displayName === displayName && source.productReviewDataSource !== undefined,
      )
      if (own) return readText(own.name) ?? undefined
      pageToken = readText(page.nextPageToken)
    } while (pageToken)
  }

  return {
    atOnce: 8,
    async prepare(place) {
      if (typeof place.dataSource === 'string') {
        await client.call('GET', `${reviews}?pageSize=1`)
        return place
      }
      // An earlier call, whose response was lost, may have created the data source.
      const found = await findSource()
      const made =
        found ?? readText((await client.call('POST', sources, { displayName, productReviewDataSource: {} }))?.name)
      if (!made)
        throw new DestinationFailure({ kind: 'later', message: 'Google returned no data source.', until: null })
      return { ...place, dataSource: made }
    },
    async put(content, place) {
      if (!('review' in content)) throw new Error('Google takes reviews.')
      const query = new URLSearchParams({ dataSource: String(place.dataSource) }).toString()
      const answer = await client.call('POST', `${reviews}:insert?${query}`, {
        productReviewId: content.key,
        productReviewAttributes: toAttributes(content.review),
      })
      const externalId = readText(answer?.name) ?? `accounts/${account}/productReviews/${content.key}`
      return { externalId, isLive: false }
    },
    async remove({ key, externalId }) {
      const name = externalId ?? `accounts/${account}/productReviews/${key}`
      await client.call('DELETE', `/reviews/${version}/${encodeName(name)}`)
    },
    async confirm(externalId) {
      const found = await client.call('GET', `/reviews/${version}/${encodeName(externalId)}`)
      if (found?.productReviewStatus === undefined) return 'unknown'
      const status = toRecord(found.productReviewStatus)
      if (!JSON.stringify(status).includes('"DISAPPROVED"')) return 'live'
      const issues = toRecords(status.itemLevelIssues)
      const issue = issues.find(({ severity }) => severity === 'DISAPPROVED') ?? issues[0]
      return { refused: readText(issue?.code) ?? 'disapproved' }
    },
    async list(from: Position | null, place: Place) {
      const token = readText(from?.pageToken)
      const query = new URLSearchParams({ pageSize: String(pageSize), ...(token && { pageToken: token }) }).toString()
      const page = (await client.call('GET', `${reviews}?${query}`)) ?? {}
      const next = readText(page.nextPageToken)
      return {
        items: toRecords(page.productReviews).flatMap((row) => toFound(row, place) ?? []),
        next: next ? { pageToken: next } : null,
      }
    },
  }
}

const encodeName = (name: string) => name.split('/').map(encodeURIComponent).join('/')

function toFound(row: Record<string, unknown>, { dataSource }: Place): FoundItem | undefined {
  const [externalId, source] = [readText(row.name), readText(row.dataSource)]
  const key = readText(row.productReviewId) ?? externalId?.split('/').at(-1)
  if (!externalId || !key || (source !== null && source !== dataSource)) return undefined
  const there = toRecord(row.productReviewAttributes)
  return {
    key,
    externalId,
    isSame: (content: Content) => 'review' in content && isSameReview(content.review, there),
  }
}

const collectionMethods: Record<string, string> = { email_form: 'POST_FULFILLMENT', widget_form: 'UNSOLICITED' }

const isSameReview = (review: Review, there: Record<string, unknown>): boolean =>
  Object.entries(listAttributes(review)).every(
    ([name, value]) => normalize(name, value) === normalize(name, there[name]),
  )

/** Google leaves out empty values, prints times without zero fractions, and promises no order of lists. */
function normalize(name: string, value: unknown): string {
  if (value === undefined || value === null || value === false || value === '') return ''
  if (value === 'COLLECTION_METHOD_UNSPECIFIED') return ''
  if (Array.isArray(value)) return value.map(String).sort().join('\n')
  if (name === 'reviewTime') return String(Date.parse(String(value)))
  if (typeof value !== 'object') return String(value)
  const { type, link } = toRecord(value)
  return [type, link].map((each) => String(each ?? '')).join('\n')
}

/** All attributes that we write, with null, undefined or an empty list for those that this review lacks. */
function listAttributes(review: Review) {
  const { product } = review
  return {
    reviewTime: review.submittedAt,
    title: review.title,
    content: review.body,
    reviewerIsAnonymous: review.isAnonymous || null,
    reviewerUsername: review.isAnonymous ? null : review.authorName,
    reviewLanguage: review.locale,
    reviewCountry: review.country,
    minRating: '1',
    maxRating: '5',
    rating: review.rating,
    productNames: product.title ? [product.title] : [],
    productLinks: product.url ? [product.url] : [],
    gtins: product.gtins,
    mpns: product.mpns,
    skus: product.skus,
    brands: product.brands,
    reviewLink: product.url ? { type: 'GROUP', link: product.url } : null,
    reviewerImageLinks: review.photoUrls,
    isVerifiedPurchase: review.verified,
    isIncentivizedReview: review.incentivized,
    collectionMethod: collectionMethods[review.source],
    transactionId: review.orderId,
  }
}

const toAttributes = (review: Review): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(listAttributes(review)).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
