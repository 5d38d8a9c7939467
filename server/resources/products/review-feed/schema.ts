import { Type } from 'typebox'
import { described, Instant, Nullable, secretField } from '#platform/values/wire.ts'

export const ReviewFeed = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether the feed is on.' }),
    url: Nullable(
      secretField(
        Type.String({
          description:
            'Private address of the feed. Everyone with this address can read the feed. Null while the feed is off, and for a Viewer.',
          examples: ['https://reviews.acme.example/feeds/….xml'],
        }),
      ),
    ),
    createdAt: Nullable(described(Instant, 'Time the feed was turned on. Null while it is off.')),
    lastFetchedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the feed was last read to its end. Null if never read.' }),
    ),
    bytes: Nullable(
      Type.Integer({
        description:
          'Uncompressed size of all documents of the feed in bytes, as of the last complete read. Null before the first such read, and while the feed is off.',
      }),
    ),
    parts: Nullable(
      Type.Integer({
        minimum: 1,
        description:
          'Number of documents in the feed, at most 80 MB each. The first is at `url`, others add their number, as in `….2.xml`. Null while `bytes` is null.',
      }),
    ),
    counts: Type.Object(
      {
        reviews: Type.Integer({ description: 'Number of reviews in the feed.' }),
        products: Type.Integer({ description: 'Number of products in the feed.' }),
        skus: Type.Integer({ description: 'Number of variants on sale of the products in the feed.' }),
        skipped: Type.Integer({
          description:
            'Number of approved reviews left out: they have no text, or their product has no `url` or no variant on sale.',
        }),
      },
      { title: 'ReviewFeedCounts' },
    ),
  },
  { title: 'ReviewFeed' },
)
