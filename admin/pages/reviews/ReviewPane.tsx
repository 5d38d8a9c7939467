import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isMissing } from '../../api/client.ts'
import { type Review, reviewQuery } from '../../api/reviews/reviews.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { useVisit } from '../../components/visits.ts'
import { useCounts, usePendingDecisions } from '../../state/review-counts.ts'
import { ContentLock } from './ContentLock.tsx'
import { CorrectionCard } from './CorrectionCard.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { LedgerHistory } from './LedgerHistory.tsx'
import { LiveOn } from './LiveOn.tsx'
import { Marked } from './Marked.tsx'
import { Teamwork } from './notes/Teamwork.tsx'
import { Photos } from './photos/Photos.tsx'
import { ReplyEditor } from './ReplyEditor.tsx'
import { Reports } from './Reports.tsx'
import { ReviewFacts, ReviewProperties } from './ReviewFacts.tsx'
import { ReviewHistory } from './ReviewHistory.tsx'
import { ReviewMenu } from './ReviewMenu.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { ReviewSignals } from './signals/ReviewSignals.tsx'
import { useInbox, withDecision } from './state/inbox.ts'
import { countTab, toFilters } from './state/search.ts'
import { useScroll } from './state/use-scroll.ts'
import { Translation } from './Translation.tsx'

export function ReviewPane() {
  const { openId } = useInbox()
  return openId && <OpenReview reviewId={openId} />
}

function OpenReview({ reviewId }: { reviewId: string }) {
  const { storeId, rows, open, neighbour, chosenId } = useInbox()
  const decided = usePendingDecisions().get(reviewId)
  const listed = rows.find((each) => each.id === reviewId)
  const { data, error, refetch } = useQuery({ ...reviewQuery(storeId, reviewId), placeholderData: listed })
  const reading = useRef<HTMLElement>(null)
  useScroll(reviewId, () => reading.current?.parentElement?.scrollTo({ top: 0 }))
  useVisit(data && chosenId && `Review by ${data.authorName}`)
  if (!data) return <NoReview error={error} onRetry={() => void refetch()} onBack={() => void open(undefined)} />
  const review = withDecision(data, decided)
  const isCopy = review.source === 'shared'
  return (
    <article
      ref={reading}
      id="reading"
      tabIndex={-1}
      aria-labelledby="open-review"
      className="outline-none mx-auto flex min-h-full max-w-[46rem] flex-col"
    >
      <h2 id="open-review" className="sr-only">
        Review by {review.authorName}
      </h2>
      <div className="flex items-center gap-2 px-4 pt-4 sm:px-8 lg:pt-6">
        <IconButton icon="back" label="Back to the list" className="-ml-2 lg:hidden" onClick={() => open(undefined)} />
        <StatusBadge status={review.status} />
        <span className="ml-auto flex">
          <Position />
          <Step label="Previous review" icon="up" to={neighbour(-1)} />
          <Step label="Next review" icon="down" to={neighbour(1)} />
          <ReviewMenu review={review} />
        </span>
      </div>
      <div className="grid flex-1 content-start gap-7 px-4 py-5 sm:px-8">
        {review.correction && (
          <CorrectionCard key={`correction ${review.id}`} review={review} correction={review.correction} />
        )}
        {review.reportCount > 0 && <Reports review={review} />}
        <ReviewProperties review={review} />
        <div className="grid gap-4">
          <Words review={review} />
          <Translation key={review.id} review={review} />
        </div>
        {review.photos.length > 0 && <Photos review={review} />}
        <ReviewSignals key={`signals ${review.id}`} reviewId={review.id} />
        <ReviewFacts review={review} />
        {!isCopy && <LiveOn key={`outside ${review.id}`} review={review} />}
        <ContentLock review={review} />
        <ReplyEditor key={review.id} review={review} />
        {!isCopy && <Teamwork key={`team ${review.id}`} reviewId={review.id} />}
        <ReviewHistory key={`history ${review.id}`} reviewId={review.id} />
        <LedgerHistory key={`ledger ${review.id}`} reviewId={review.id} />
      </div>
      <DecisionBar review={review} />
    </article>
  )
}

function Words({ review: { rating, title, body, locale } }: { review: Review }) {
  const { q } = useInbox().search
  return (
    <div className="grid gap-3">
      <Stars rating={rating} className="h-6" />
      <div dir="auto" lang={locale ?? undefined} translate="yes" className="grid gap-2">
        {title && (
          <h3 className="text-lg font-semibold tracking-tight break-words">
            <Marked text={title} found={q} />
          </h3>
        )}
        <p className="text-[1.0625rem] leading-relaxed break-words whitespace-pre-line">
          {body ? <Marked text={body} found={q} /> : <em className="text-quiet">No words, only stars.</em>}
        </p>
      </div>
    </div>
  )
}

/** Position of the open review in the list, such as 3 of 28. */
function Position() {
  const { storeId, search, rows, openId } = useInbox()
  const counts = useCounts(storeId, toFilters(search))
  const at = rows.findIndex(({ id }) => id === openId)
  if (at < 0 || !counts) return null
  const [position, all] = [at + 1, countTab(counts, search.status ?? 'pending')].map((n) =>
    n.toLocaleString(shownLocale),
  )
  return (
    <span className="mr-1 self-center text-xs whitespace-nowrap text-quiet tabular-nums">
      {position} of {all}
    </span>
  )
}

/** The icons follow the list, which runs downwards. */
function Step({ label, icon, to }: { label: string; icon: 'up' | 'down'; to: string | undefined }) {
  const { open } = useInbox()
  return <IconButton label={label} icon={icon} disabled={!to} onClick={() => void open(to, true)} />
}

function NoReview({ error, onRetry, onBack }: { error: Error | null; onRetry(): void; onBack(): void }) {
  if (!error) return <Loading />
  if (!isMissing(error)) {
    return <ErrorState error={error} onRetry={onRetry} />
  }
  return (
    <EmptyState icon="search" title="Review not found" action={<Button onClick={onBack}>Back to the list</Button>}>
      It was deleted, or it belongs to another store.
    </EmptyState>
  )
}
