import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Review } from '../../api/reviews/reviews.ts'
import { Badge } from '../../components/Badge.tsx'
import { shownLocale } from '../../components/locale.ts'
import { ProductPicture } from '../../components/ProductPicture.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { Time } from '../../components/values/Time.tsx'
import { CustomerLink, OrderLink, ProductLink } from '../../shell/PageLink.tsx'
import { useRole } from '../../shell/store/use-store.ts'
import { reviewedName } from '../../state/reviewed-name.ts'
import { reasonNames } from '../../texts/moderation-reasons.ts'
import { relationshipNames } from '../../texts/signal-descriptions.ts'
import { formatSource } from '../imports/labels.ts'
import { Assignee } from './notes/Assignee.tsx'
import { useInbox } from './state/inbox.ts'
import { statusNames } from './state/search.ts'

const sources = {
  email_form: 'Review email',
  widget_form: 'Form on the store',
  api: 'API',
  import: 'Import',
  shared: 'Another store',
} as const
const incentives = { coupon: 'a coupon', points: 'loyalty points' } as const

/** Above the review's text, because moderators read them first. */
export function ReviewProperties({ review }: { review: Review }) {
  const { isDelegate } = useRole()
  const { id, product, authorName, authorEmail, verified, orderId, source, importedFrom, submittedAt } = review
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b border-line pb-5 text-sm sm:grid-cols-4 [&>*]:nth-[-n+2]:col-span-2">
      <Fact name={product ? 'Product' : 'About'}>
        <span className="flex min-w-0 items-start gap-3">
          <ProductPicture productId={product?.id ?? null} title={reviewedName(review)} />
          {product ? <ProductLink id={product.id} title={reviewedName(review)} /> : 'The shop'}
        </span>
      </Fact>
      <Fact name="Customer">
        <span className="flex flex-wrap items-center gap-2">
          {authorEmail ? (
            <CustomerLink email={authorEmail}>{authorName}</CustomerLink>
          ) : (
            <span className="font-medium">{authorName}</span>
          )}
          {verified ? (
            <Badge tone="good" icon="check">
              Verified purchase
            </Badge>
          ) : (
            <Badge>Purchase not verified</Badge>
          )}
        </span>
        {authorEmail && <span className="break-all text-quiet">{authorEmail}</span>}
      </Fact>
      {orderId && (
        <Fact name="Order">
          <OrderLink id={orderId} hasShortName />
        </Fact>
      )}
      <Fact name="Source">
        {sources[source]}
        {importedFrom && ` from ${formatSource(importedFrom)}`}
      </Fact>
      <Fact name="Submitted">
        <Time at={submittedAt} />
      </Fact>
      {/* Only members see who takes care of a review. */}
      {source !== 'shared' && !isDelegate && (
        <Fact name="Assigned to">
          <Assignee key={id} reviewId={id} />
        </Fact>
      )}
    </dl>
  )
}

/** Facts that few reviews have. Empty for the others. */
export function ReviewFacts({ review }: { review: Review }) {
  const { storeId } = useInbox()
  const { status, moderation, incentive, relationship, attributes, helpfulCount, correctedAt, origin } = review
  return (
    <dl className="card grid gap-x-6 gap-y-4 p-5 text-sm empty:hidden sm:grid-cols-2">
      {origin?.storeName && (
        <Fact name="Shared review">
          Copied from {origin.storeName}, where the product is {origin.title ?? origin.platformProductId}
        </Fact>
      )}
      {incentive && (
        <Fact name="Incentive">The author was given {incentives[incentive]}; the review feed says so.</Fact>
      )}
      {relationship && relationship !== 'none' && (
        <Fact name="Relationship">
          {relationshipNames[relationship]}
          <span className="text-quiet">The author said so. The review counts in no average.</span>
        </Fact>
      )}
      {attributes.map(({ id, label, value, choice, lowLabel, highLabel }) => (
        <Fact key={id} name={label}>
          {choice ?? `${value} of 5`}
          {choice === null && (lowLabel || highLabel) && (
            <span className="text-quiet">
              1 is {lowLabel ?? 'the least'}, 5 {highLabel ?? 'the most'}
            </span>
          )}
        </Fact>
      ))}
      {correctedAt && <Fact name="Changed by the author">{formatMoment(correctedAt)}</Fact>}
      {helpfulCount > 0 && <Fact name="Helpful">{helpfulCount.toLocaleString(shownLocale)} found it helpful</Fact>}
      {(status === 'rejected' || status === 'spam') && moderation && (
        <Fact name={statusNames[status]}>
          <span className="font-medium">{reasonNames[moderation.reason]}</span>
          <span className="text-quiet">
            {formatMoment(moderation.at)}, by{' '}
            <Link
              to="/stores/$storeId/moderation"
              params={{ storeId }}
              search={{ view: 'policy' }}
              className="underline underline-offset-4"
            >
              version {moderation.policyVersion} of the policy
            </Link>
          </span>
        </Fact>
      )}
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
