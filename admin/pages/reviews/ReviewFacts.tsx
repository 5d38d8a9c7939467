import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Review } from '../../api/reviews.ts'
import { Badge } from '../../components/Badge.tsx'
import { formatMoment } from '../../components/dates.ts'
import { useInbox } from './inbox.ts'

const sources = { email_form: 'E-mailed form', widget_form: 'Form on the store', api: 'API', import: 'Import' } as const
const incentives = { coupon: 'a coupon', points: 'loyalty points' } as const

export function ReviewFacts({ review }: { review: Review }) {
  const { storeId } = useInbox()
  const { product, authorName, authorEmail, verified, source, importedFrom, incentive, submittedAt } = review
  return (
    <dl className="card grid gap-x-6 gap-y-4 p-5 text-sm sm:grid-cols-2">
      <Fact name="Customer">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{authorName}</span>
          {verified && (
            <Badge tone="good" icon="check">
              Verified purchase
            </Badge>
          )}
        </span>
        {authorEmail && <span className="break-all text-quiet">{authorEmail}</span>}
      </Fact>
      <Fact name="Product">
        <Link
          to="/stores/$storeId/products/$productId"
          params={{ storeId, productId: product.id }}
          className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-text"
        >
          {product.title ?? product.platformProductId}
        </Link>
      </Fact>
      <Fact name="Submitted">{formatMoment(submittedAt)}</Fact>
      <Fact name="Came by">
        {sources[source]}
        {importedFrom && ` from ${importedFrom}`}
        {incentive && (
          <span className="text-quiet">The author was given {incentives[incentive]}; the review feed says so.</span>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="grid min-w-0 gap-0.5 break-words">{children}</dd>
    </div>
  )
}
