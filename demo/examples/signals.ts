// Ten reviews of one product that wait for a decision. They show a signal of each kind: ten in a day, four mailboxes of one
// network, a copy, three names of one mailbox, an address of the shop, and a stated relationship.
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Clock } from '#platform/process/clock.ts'
import { createReview } from '#resources/reviews/create-review.ts'
import type { Relationship } from '#resources/reviews/schema.ts'
import { hashNetworks } from '#resources/reviews/submissions/rules.ts'

type Visitor = {
  rating: number
  body: string
  authorName: string
  authorEmail: string
  from?: string
  relationship?: Relationship
}

const praise =
  'I was not sure about the price at first, but after three weeks of daily use I would not give it back. It is solid, looks better than in the pictures, and arrived two days early.'
const office = '203.0.113.20'
/** Time between two of these reviews. All are from one day, as the signal “ten in a day” requires. */
const pauseMs = 105 * 60_000

const visitors: readonly Visitor[] = [
  { rating: 5, body: praise, authorName: 'Dana R.', authorEmail: 'dana.reeve@mail.example' },
  {
    rating: 5,
    body: praise.replace('three weeks', 'two weeks'),
    authorName: 'Piet',
    authorEmail: 'piet.vos@letters.example',
  },
  { rating: 5, body: 'Simply the best one.', authorName: 'Nora', authorEmail: 'nora@post.example', from: office },
  { rating: 5, body: 'Top, again and again.', authorName: 'Emil', authorEmail: 'emil@post.example', from: office },
  { rating: 5, body: 'Everybody should own one.', authorName: 'Ruth', authorEmail: 'ruth@post.example', from: office },
  { rating: 5, body: 'Five stars are too few.', authorName: 'Otto', authorEmail: 'otto@post.example', from: office },
  { rating: 1, body: 'Fell apart on the first day.', authorName: 'Max', authorEmail: 'kim@box.example' },
  { rating: 1, body: 'Never again.', authorName: 'Tina', authorEmail: 'kim+2@box.example' },
  {
    rating: 5,
    body: 'We weave the cloth for it, so I know how good it is.',
    authorName: 'Asta',
    authorEmail: 'asta@larkmoor.example',
    relationship: 'supplier',
  },
  { rating: 2, body: 'Not what I hoped for.', authorName: 'Ben', authorEmail: 'kim+shop@box.example' },
]

type Write = <T>(work: (tx: StoreTx) => Promise<T>) => Promise<T>

export async function writeSignalledReviews(
  write: Write,
  { secrets }: Pick<Services, 'secrets'>,
  clock: Clock,
  now: Date,
  platformProductId: string,
): Promise<void> {
  for (const [n, { from = `203.0.113.${100 + n}`, ...review }] of visitors.entries()) {
    clock.advance(now.getTime() - (visitors.length - n) * pauseMs - clock.nowMs())
    await write((tx) =>
      createReview(tx, {
        ...{ ...review, product: { platformProductId }, title: null, locale: 'en', orderId: null },
        ...{ source: 'widget_form', addressProven: false },
        networks: hashNetworks(secrets, tx.storeEnvId, from, tx.now),
      }),
    )
  }
}
