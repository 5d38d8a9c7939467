import { operation } from '#platform/calls/operation.ts'
import { parseReader } from '#platform/values/translations.ts'
import { previewDigest } from './commands.ts'
import { fewestReviews, mostSentences, preferLanguage } from './rules.ts'
import { Digest, digestQuery, previewQuery } from './schema.ts'
import { listShown } from './store.ts'

export default [
  operation({
    id: 'storefront.get_digest',
    http: 'GET /storefront/digest',
    tenancy: 'storefront',
    doc: {
      summary: 'Get sentences of the reviews of a product',
      description: `At most ${mostSentences} sentences as their authors wrote them, each from a different approved review. Critical, neutral and positive reviews appear in proportion, and each kind that exists at least once. The list is empty for fewer than ${fewestReviews} reviews, for an unknown product, and while \`digest\` in the review settings is off.`,
    },
    input: { query: digestQuery },
    output: { body: Digest },
    transaction: 'single-query',
    storefront: { widget: 'reviews', shared: true },
    run: async ({ tx, query }) => {
      const language = query.locale === undefined ? undefined : parseReader(query.locale).language
      return { data: preferLanguage(await listShown(tx, query.platformProductId), language) }
    },
  }),
  operation({
    id: 'reviews.preview_digest',
    http: 'GET /reviews/digest',
    tenancy: 'store',
    doc: {
      summary: 'Preview the digest of a product',
      description: 'The sentences that `GET /storefront/digest` would show now, also while `digest` is off.',
    },
    input: { query: previewQuery },
    output: { body: Digest },
    run: async ({ tx, query }) => ({ data: await previewDigest(tx, query.productId) }),
  }),
]
