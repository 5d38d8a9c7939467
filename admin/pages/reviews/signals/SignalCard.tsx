import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type Review, reviewQuery } from '../../../api/reviews/reviews.ts'
import type { Signal, SignalState } from '../../../api/reviews/signals.ts'
import { Badge, type Tone } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { formatDay } from '../../../components/values/dates.ts'
import { Stars } from '../../../components/values/Stars.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { describeSignal } from '../../../texts/signal-descriptions.ts'
import { signalNames, signalStates } from '../../../texts/signals.ts'
import { useSignalChange } from './use-signal-change.ts'

export const stateTones: Record<SignalState, Tone> = { open: 'warn', dismissed: 'plain', confirmed: 'danger' }

const mostShown = 5

type Props = {
  signal: Signal
  /** Id of the review whose page shows the card. The card has no link to this review. */
  beside?: string
}

export function SignalCard({ signal, beside }: Props) {
  const { kind, state, at, note, reviewIds } = signal
  const others = reviewIds.filter((id) => id !== beside)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-4 py-3 text-sm">
      <div className="grid min-w-0 grow basis-60 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="font-semibold">{signalNames[kind]}</h4>
          {(beside === undefined || state !== 'open') && <Badge tone={stateTones[state]}>{signalStates[state]}</Badge>}
          {beside === undefined && <Time at={at} className="text-xs text-quiet" />}
        </div>
        <p className="break-words text-quiet">{describeSignal(signal)}</p>
        {others.length > 0 && <OtherReviews ids={others} isBeside={beside !== undefined} />}
      </div>
      {note && (
        <p
          dir="auto"
          className="order-last w-full border-l-2 border-line-strong pl-3 break-words whitespace-pre-line text-quiet"
        >
          {note}
        </p>
      )}
      <Decision key={`${state} ${note}`} signal={signal} />
    </li>
  )
}

function OtherReviews({ ids, isBeside }: { ids: readonly string[]; isBeside: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const count = ids.length
  const name = isBeside
    ? count === 1
      ? 'Show the other review'
      : `Show the other ${count} reviews`
    : count === 1
      ? 'Show the review'
      : `Show the ${count} reviews`
  return (
    <div className="grid gap-2">
      <Button
        size="small"
        look="quiet"
        icon={isOpen ? 'chevronDown' : 'chevronRight'}
        aria-expanded={isOpen}
        aria-controls={listId}
        className="-ml-2 justify-self-start"
        onClick={() => setIsOpen(!isOpen)}
      >
        {name}
      </Button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <ReviewLines ids={ids} />}
      </div>
    </div>
  )
}

/** Newest first. */
function ReviewLines({ ids }: { ids: readonly string[] }) {
  const storeId = useStoreId()
  const shown = ids.slice(-mostShown).reverse()
  const found = useQueries({ queries: shown.map((id) => reviewQuery(storeId, id)) })
  const failed = found.find(({ error }) => error)?.error
  if (failed) return <Notice tone="danger">The reviews could not be loaded: {failed.message}</Notice>
  return (
    <ul className="rounded-lg border border-line">
      {found.map(({ data }, i) =>
        data ? (
          <ReviewLink key={data.id} review={data} />
        ) : (
          <li key={shown[i]} className="h-20 animate-pulse border-t border-line first:border-0" />
        ),
      )}
      {ids.length > shown.length && (
        <li className="border-t border-line px-5 py-3 text-xs text-quiet">The newest {shown.length} are shown.</li>
      )}
    </ul>
  )
}

function ReviewLink({ review }: { review: Review }) {
  const storeId = useStoreId()
  const { id, rating, title, body, authorName, product, locale, submittedAt } = review
  return (
    <li className="grid gap-1 border-t border-line px-4 py-3 first:border-0">
      <span className="flex items-center gap-2.5 text-xs text-quiet">
        <Stars rating={rating} className="h-3.5" />
        <span className="ml-auto">{formatDay(submittedAt)}</span>
      </span>
      <Link
        to="/stores/$storeId/reviews/$reviewId"
        params={{ storeId, reviewId: id }}
        search={{ status: 'all' }}
        className="underline-offset-4 hover:underline"
      >
        <span dir="auto" lang={locale ?? undefined} className="line-clamp-3 break-words">
          {title && <strong className="font-semibold">{title}. </strong>}
          {body || (!title && 'No words, only stars')}
        </span>
      </Link>
      <span className="truncate text-xs text-quiet">
        {authorName}
        {product && `, ${product.title ?? product.platformProductId}`}
      </span>
    </li>
  )
}

/** A stable function, so that React runs it when the field appears and not on each keystroke. */
const focusField = (field: HTMLInputElement | null) => field?.focus()

function Decision({ signal }: { signal: Signal }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const fieldId = useId()
  const [note, setNote] = useState(signal.note ?? '')
  const [isNoting, setIsNoting] = useState(false)
  const changing = useSignalChange(storeId, signal)
  if (!isAtLeast('MEMBER')) return null
  const decide = (state: SignalState) => changing.mutate({ state, note: note.trim() || null })
  if (signal.state !== 'open')
    return (
      <div className="grid gap-2">
        {changing.error && <Notice tone="danger">{changing.error.message}</Notice>}
        <Button size="small" className="justify-self-start" isBusy={changing.isPending} onClick={() => decide('open')}>
          Reopen
        </Button>
      </div>
    )
  return (
    <div className={`grid gap-2 ${isNoting ? 'order-last w-full' : 'max-w-full'}`}>
      {isNoting && (
        <>
          <label htmlFor={fieldId} className="sr-only">
            Note on your decision
          </label>
          <input
            id={fieldId}
            ref={focusField}
            maxLength={1000}
            placeholder="Note on your decision (optional)"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="control"
          />
        </>
      )}
      {changing.error && <Notice tone="danger">{changing.error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={changing.isPending} onClick={() => decide('dismissed')}>
          Dismiss signal
        </Button>
        <Button size="small" disabled={changing.isPending} onClick={() => decide('confirmed')}>
          Confirm signal
        </Button>
        {!isNoting && (
          <Button size="small" look="quiet" icon="pencil" onClick={() => setIsNoting(true)}>
            {signal.note ? 'Edit note' : 'Add note'}
          </Button>
        )}
      </div>
    </div>
  )
}
