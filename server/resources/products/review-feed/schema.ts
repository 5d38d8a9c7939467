import { Type } from 'typebox'
import { Instant, Nullable, secretField } from '#platform/values/wire.ts'

export const ReviewFeed = Type.Object(
  {
    enabled: Type.Boolean(),
    url: Nullable(
      secretField(
        Type.String({
          description:
            'Private address of the feed. Everyone with this address can read the feed. Null while the feed is off, and for a Viewer.',
        }),
      ),
    ),
    createdAt: Nullable(Instant),
    lastFetchedAt: Nullable(Type.String({ format: 'date-time', description: 'When it was last read to its end.' })),
    bytes: Nullable(
      Type.Integer({
        description:
          'Uncompressed size of the feed, all parts together, in bytes. Measured each time a part is read to its end, so changes since then are not in it. Null before the first such read and while the feed is off.',
      }),
    ),
    parts: Nullable(
      Type.Integer({
        minimum: 1,
        description:
          'Documents the feed is divided into, so that none is larger than 80 MB. The first is at `url`, the others at `url` with their number before the ending: `….2.xml`. Known since the same read as `bytes`, and null when that is.',
      }),
    ),
    counts: Type.Object(
      {
        reviews: Type.Integer({ description: 'Reviews in the feed.' }),
        products: Type.Integer({ description: 'Products they are about.' }),
        skus: Type.Integer({ description: 'Live variants of those products.' }),
        skipped: Type.Integer({
          description:
            'Approved reviews that cannot be in the feed: without any words, or of a product without a `url` or without a live variant.',
        }),
      },
      { title: 'ReviewFeedCounts' },
    ),
  },
  { title: 'ReviewFeed' },
)
