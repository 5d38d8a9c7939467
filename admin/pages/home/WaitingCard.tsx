import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { attentionQuery } from '../../api/analytics.ts'
import { type Review, reviewQuery } from '../../api/reviews/reviews.ts'
import { buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { ProductPicture } from '../../components/ProductPicture.tsx'
import { Stars } from '../../components/values/Stars.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reviewedName } from '../../state/reviewed-name.ts'

const Translation = lazy(() => import('../reviews/Translation.tsx').then((loaded) => ({ default: loaded.Translation })))

export function WaitingCard() {
  const query = useQuery(attentionQuery(useStoreId()))
  return (
    <Card title="Oldest pending review">
      <div className="flex min-h-[10rem] flex-col">
        <Loaded query={query} rows={3}>
          {({ attention }) => {
            const id = attention.find(({ kind }) => kind === 'reviews_pending')?.id
            return id ? <OldestReview id={id} /> : <EmptyState icon="check" title="No pending reviews" />
          }}
        </Loaded>
      </div>
    </Card>
  )
}

function OldestReview({ id }: { id: string }) {
  const query = useQuery(reviewQuery(useStoreId(), id))
  return (
    <Loaded query={query} rows={3}>
      {(review) => <Waiting review={review} />}
    </Loaded>
  )
}

function Waiting({ review }: { review: Review }) {
  const storeId = useStoreId()
  const { id, language, rating, title, body, authorName, submittedAt, product } = review
  return (
    <article className="grid flex-1 content-between gap-3 px-5 pt-2 pb-5">
      <p className="flex min-w-0 items-center gap-3">
        <ProductPicture productId={product?.id ?? null} title={reviewedName(review)} />
        <span dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
          {reviewedName(review)}
        </span>
      </p>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Stars rating={rating} />
          <span className="text-quiet">
            {authorName} · <Time at={submittedAt} />
          </span>
        </p>
        {title && (
          <p dir="auto" lang={language ?? undefined} className="line-clamp-2 text-sm font-semibold wrap-anywhere">
            {title}
          </p>
        )}
        {(body || !title) && (
          <p dir="auto" lang={(body && language) || undefined} className="line-clamp-3 text-sm wrap-anywhere">
            {body || 'No words, only stars'}
          </p>
        )}
      </div>
      {language && (
        <Suspense>
          <Translation review={review} />
        </Suspense>
      )}
      <Link
        to="/stores/$storeId/reviews/$reviewId"
        params={{ storeId, reviewId: id }}
        className={`${buttonClass('primary')} justify-self-start`}
      >
        Open review
      </Link>
    </article>
  )
}
