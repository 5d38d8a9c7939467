import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { createContext, useContext, useMemo, useState } from 'react'
import {
  type Review,
  reviewQuery,
  reviewsQuery,
  type Verdict,
  type WithholdingReason,
} from '../../../api/reviews/reviews.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { decide } from '../../../state/pending-decisions.ts'
import { usePendingDecisions } from '../../../state/review-counts.ts'
import { type InboxSearch, statusOf, toSelection } from './search.ts'
import { useFirstOpen } from './use-first-open.ts'

export type Inbox = ReturnType<typeof useInboxState>

const Context = createContext<Inbox | undefined>(undefined)
export const InboxProvider = Context.Provider

export function useInbox(): Inbox {
  const inbox = useContext(Context)
  if (!inbox) throw new Error('This part of the page is outside the inbox.')
  return inbox
}

export const useInboxSearch = (): InboxSearch => useSearch({ from: '/signed-in/stores/$storeId/reviews' })

export function useInboxState() {
  const storeId = useStoreId()
  const search = useInboxSearch()
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(reviewsQuery(storeId, toSelection(search)))
  const decided = usePendingDecisions()
  const status = statusOf(search)
  const rows = useMemo(() => {
    const all = list.data?.pages.flatMap((page) => page.data) ?? []
    const shown = all.map((each) => withDecision(each, decided.get(each.id)))
    // A review leaves the queue as soon as it is answered.
    const isUnanswered = search.answered === false
    return shown.filter((each) => (!status || each.status === status) && !(isUnanswered && each.reply))
  }, [list.data, decided, status, search.answered])
  const chosenId = useParams({ strict: false }).reviewId
  const first = useFirstOpen(rows)
  const openId = chosenId ?? first
  const listed = rows.find(({ id }) => id === openId)
  const { data: loaded } = useQuery({
    ...reviewQuery(storeId, openId ?? ''),
    enabled: openId !== undefined,
    placeholderData: listed,
  })
  const verdict = decided.get(openId ?? '')
  // A review that a decision has just removed from the list is about to close.
  const isLeaving = !listed && status !== undefined && verdict !== undefined && verdict.to !== status
  const opened = loaded && !isLeaving ? withDecision(loaded, verdict) : undefined
  const open = useOpen(storeId, search)
  const selection = useSelection(rows)
  const neighbour = neighbourIn(rows, openId)
  const [rejecting, setRejecting] = useState<Review[]>()

  const decideOn = (reviews: Review[], to: Verdict, reason?: WithholdingReason) => {
    const leaves = openId !== undefined && status && to !== status && reviews.some(({ id }) => id === openId)
    // Opens the next review after a decision, so the reader can decide on all of them in order.
    const next = leaves && reviews.length === 1 ? neighbour(1) || neighbour(-1) : undefined
    decide(queryClient, storeId, reviews, { to, reason })
    if (leaves) open(next, true)
  }
  /** A rejection asks for a reason first. Spam needs none, because spam itself is the reason. */
  const begin = (reviews: Review[], to: Verdict) => {
    if (to === 'rejected') setRejecting(reviews)
    else decideOn(reviews, to, to === 'spam' ? 'spam' : undefined)
    return to !== 'rejected'
  }

  return {
    storeId,
    search,
    list,
    rows,
    /** Id of the review that the URL names. */
    chosenId,
    openId,
    /** The open review as soon as its page shows it, which may be before the list arrives. */
    opened,
    /** The open review, if the list does not contain it. */
    pinned: list.isSuccess && !listed ? opened : undefined,
    open,
    selection,
    mayWrite: useRole().isAtLeast('MEMBER'),
    neighbour,
    rejecting,
    cancelRejecting: () => setRejecting(undefined),
    reject(reason?: WithholdingReason) {
      if (!rejecting) return
      setRejecting(undefined)
      decideOn(rejecting, 'rejected', reason)
      if (rejecting.some(({ id }) => selection.ids.has(id))) selection.clear()
    },
    decideOne: (review: Review, verdict: Verdict) => void begin([review], verdict),
    decideSelected(verdict: Verdict) {
      if (begin(selection.rows, verdict)) selection.clear()
    },
  }
}

export function withDecision(review: Review, decided: { to: Verdict } | undefined): Review {
  return decided ? { ...review, status: decided.to } : review
}

function useOpen(storeId: string, search: InboxSearch) {
  const navigate = useNavigate()
  return (reviewId: string | undefined, replace = false) =>
    reviewId
      ? navigate({
          to: '/stores/$storeId/reviews/$reviewId',
          params: { storeId, reviewId },
          search,
          replace,
        })
      : navigate({ to: '/stores/$storeId/reviews', params: { storeId }, search, replace })
}

function useSelection(rows: Review[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter((each) => chosen.has(each.id))
  const ids = new Set(selected.map((each) => each.id))
  return {
    ids,
    rows: selected,
    toggle: (id: string) =>
      setChosen(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : ids.union(new Set([id]))),
    all: () => setChosen(new Set(rows.map((each) => each.id))),
    clear: () => setChosen(new Set()),
  }
}

/** A review that the list does not contain is above the first row. */
function neighbourIn(rows: Review[], openId: string | undefined) {
  const at = rows.findIndex((each) => each.id === openId)
  return (step: 1 | -1): string | undefined => (openId === undefined ? rows[0] : rows[at + step])?.id
}
