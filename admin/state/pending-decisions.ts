// Decisions wait a few seconds before they are sent, so that they can be undone: a review never becomes pending again.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { ApiError, type Page } from '../api/client.ts'
import {
  type Counts,
  countsKey,
  historyQuery,
  listKey,
  type Review,
  reviewQuery,
  type Status,
  updateReview,
  updateReviews,
  type Verdict,
  type WithholdingReason,
} from '../api/reviews/reviews.ts'
import { toast } from '../components/toasts.ts'
import { formatActor, formatDeed } from '../texts/review-acts.ts'
import { changeOverlay, onSettle, pendingDecisions, recount } from './pending-overlay.ts'

type Batch = {
  queryClient: QueryClient
  storeId: string
  to: Verdict
  reason: WithholdingReason | undefined
  ids: Set<string>
  shopUrl?: string | undefined
  timer: number
}

/** Merchants reload the shop within six seconds to see the result, so decisions are sent well before that. */
const graceMs = 3_000
/** The service accepts decisions on at most this many reviews in one call. */
const maxRows = 250
const maxSent = 20

type SettleOptions = { keepalive?: boolean; isUndo?: boolean }
type SentDecision = Pick<Batch, 'queryClient' | 'storeId' | 'to'> & { froms: ReadonlyMap<string, Status> }

let waiting: Batch[] = []
let sent: readonly SentDecision[] = []
/** Decisions without a response yet. Undo waits for them, because only then is it known what was decided. */
const sending = new Set<Promise<unknown>>()

export function decide(
  queryClient: QueryClient,
  storeId: string,
  reviews: Review[],
  { to, reason }: { to: Verdict; reason?: WithholdingReason | undefined },
): void {
  const changing = reviews.filter((each) => (pendingDecisions().get(each.id)?.to ?? each.status) !== to)
  if (changing.length === 0) return
  const froms = new Map(changing.map((each) => [each.id, lastSent(each)]))
  const [only] = changing
  const shopUrl = to === 'approved' && only && changing.length === 1 ? shopUrlOf(only) : undefined
  announce(enqueue({ queryClient, storeId, to, reason, shopUrl }, froms))
}

/** The reviews widget scrolls to the review that the fragment names. */
function shopUrlOf({ id, product }: Review): string | undefined {
  const url = product?.url ? URL.parse(product.url) : null
  if (!url) return undefined
  url.hash = `evident-review-${id}`
  return url.href
}

function enqueue(decision: Omit<Batch, 'ids' | 'timer'>, froms: ReadonlyMap<string, Status>): Batch {
  const { storeId, to } = decision
  const ids = new Set(froms.keys())
  forget(ids)
  changeOverlay(
    new Map([...pendingDecisions(), ...[...froms].map(([id, from]) => [id, { storeId, from, to }] as const)]),
  )
  const timer = window.setTimeout(() => void settle(batch), graceMs)
  const batch: Batch = { ...decision, ids, timer }
  waiting.push(batch)
  return batch
}

/** The status at the service after all sent requests. A replaced pending decision is never sent. */
function lastSent({ id, status }: Review): Status {
  const decided = pendingDecisions().get(id)
  if (!decided) return status
  return waiting.some(({ ids }) => ids.has(id)) ? decided.from : decided.to
}

export function undoLatest(): void {
  const batch = waiting.at(-1)
  hideToast()
  if (!batch) {
    void Promise.allSettled(sending).then(undoSent)
    return
  }
  clearTimeout(batch.timer)
  forget(new Set(batch.ids))
}

function undoSent(): void {
  const latest = sent.at(-1)
  if (!latest) {
    hideToast = toast('There is no decision to undo.')
    return
  }
  sent = sent.slice(0, -1)
  const { queryClient, storeId, froms } = latest
  const decided = [...froms].filter((each): each is [string, Verdict] => each[1] !== 'pending')
  const groups = Map.groupBy(decided, ([, former]) => former)
  for (const [former, rows] of groups) {
    const current = new Map(rows.map(([id]): [string, Status] => [id, latest.to]))
    void settle(enqueue({ queryClient, storeId, to: former, reason: undefined }, current), { isUndo: true })
  }
  hideToast = toast(
    decided.length === 0
      ? 'Already sent: a decided review never becomes pending again. Decide again with A, R or S.'
      : decided.length === 1
        ? 'Undone: the review has its former status again'
        : `Undone: ${decided.length} reviews have their former status again`,
  )
}

async function settleAll(keepalive = false): Promise<void> {
  await Promise.all(waiting.map((batch) => settle(batch, { keepalive })))
}

onSettle(() => settleAll())

// Closing a page stops its timers, and a hidden tab may mean that the merchant looks at the shop. Both events
// send pending decisions immediately.
window.addEventListener('pagehide', () => void settleAll(true))
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void settleAll(true)
})

let hideToast = () => {}

function announce({ ids, to }: Batch): void {
  hideToast()
  const text = ids.size === 1 ? verdictTexts[to] : verdictTextsOfMany[to](ids.size)
  hideToast = toast(text, { ms: graceMs, action: { label: 'Undo', run: undoLatest } })
}

let hideInShop = () => {}

function announceInShop(url: string): void {
  hideInShop()
  const action = { label: 'View', run: () => void window.open(url, '_blank', 'noopener') }
  hideInShop = toast('Live in your shop.', { action })
}

// Whole sentences, because other languages order the words differently.
const verdictTexts: Record<Verdict, string> = {
  approved: 'Review approved',
  rejected: 'Review rejected',
  spam: 'Review marked as spam',
}
const verdictTextsOfMany: Record<Verdict, (count: number) => string> = {
  approved: (count) => `${count} reviews approved`,
  rejected: (count) => `${count} reviews rejected`,
  spam: (count) => `${count} reviews marked as spam`,
}

async function settle(batch: Batch, options: SettleOptions = {}): Promise<void> {
  clearTimeout(batch.timer)
  waiting = waiting.filter((each) => each !== batch)
  const { queryClient, storeId, to } = batch
  const ids = [...batch.ids]
  if (ids.length === 0) return
  const decision = sendDecision(batch, ids, options)
  sending.add(decision)
  const isBehind = await decision
  sending.delete(decision)
  const mine = ids.filter((id) => pendingDecisions().get(id)?.to === to && !waiting.some((each) => each.ids.has(id)))
  changeOverlay(new Map([...pendingDecisions()].filter(([id]) => !mine.includes(id))))
  await queryClient.invalidateQueries({ queryKey: countsKey(storeId) })
  await queryClient.invalidateQueries({ queryKey: listKey(storeId), refetchType: isBehind ? 'active' : 'none' })
  // The service determines the reason and the policy, so the reviews are read again.
  for (const id of ids) await queryClient.invalidateQueries({ queryKey: reviewQuery(storeId, id).queryKey })
}

/** Returns whether somebody else decided on one of the reviews first. */
async function sendDecision(
  batch: Batch,
  ids: string[],
  { keepalive = false, isUndo = false }: SettleOptions,
): Promise<boolean> {
  const { queryClient, storeId, to, reason } = batch
  const froms = new Map(ids.map((id) => [id, pendingDecisions().get(id)?.from ?? 'pending']))
  try {
    // Browsers allow 64 kB of keepalive requests in total, so a larger request does not use keepalive.
    const survives = keepalive && ids.length <= maxRows
    const missed = await send(storeId, ids, { status: to, ...(reason && { reason }) }, survives)
    const done = ids.filter((id) => !missed.has(id))
    writeDown(queryClient, storeId, done, to)
    for (const id of missed) froms.delete(id)
    if (!isUndo && froms.size > 0) sent = [...sent.slice(1 - maxSent), { queryClient, storeId, to, froms }]
    if (missed.size > 0)
      toast(`${missed.size} of ${ids.length} reviews could not be changed. Somebody else may have been first.`, {
        tone: 'danger',
      })
    if (batch.shopUrl && missed.size === 0 && !keepalive) announceInShop(batch.shopUrl)
    return missed.size > 0
  } catch (error) {
    const isBehind = error instanceof ApiError && error.code === 'review_changed'
    const why = isBehind ? await whoWasFirst(batch) : (error as Error).message
    toast(`Nothing was changed: ${why}`, { tone: 'danger' })
    return isBehind
  }
}

async function send(
  storeId: string,
  ids: string[],
  change: { status: Verdict; reason?: WithholdingReason },
  keepalive: boolean,
): Promise<Set<string>> {
  const missed = new Set<string>()
  const [only] = ids
  if (ids.length === 1 && only) {
    await updateReview(storeId, only, { ...change, ...seen(only) }, keepalive)
    return missed
  }
  for (let i = 0; i < ids.length; i += maxRows) {
    const rows = ids.slice(i, i + maxRows).map((id) => ({ id, ...change, ...seen(id) }))
    const { results } = await updateReviews(storeId, rows, keepalive)
    for (const result of results) if (result.error || result.refused.length > 0) missed.add(result.id)
  }
  return missed
}

/** The status that the person saw. If somebody else changed it first, the service changes nothing. */
function seen(id: string): { seen?: { status: Status } } {
  const status = pendingDecisions().get(id)?.from
  return status ? { seen: { status } } : {}
}

async function whoWasFirst({ queryClient, storeId, ids }: Batch): Promise<string> {
  const [id = ''] = ids
  const acts = await queryClient.fetchQuery({ ...historyQuery(storeId, id), staleTime: 0 }).catch(() => [])
  const latest = acts.find(({ kind }) => kind === 'decided')
  return latest ? `${formatActor(latest.by)} was first and ${formatDeed(latest)}.` : 'someone else has decided.'
}

function writeDown(queryClient: QueryClient, storeId: string, ids: string[], status: Verdict): void {
  const done = new Set(ids)
  const update = (review: Review) => (done.has(review.id) ? { ...review, status } : review)
  queryClient.setQueriesData<InfiniteData<Page<Review>>>({ queryKey: listKey(storeId) }, (lists) =>
    lists ? { ...lists, pages: lists.pages.map((page) => ({ ...page, data: page.data.map(update) })) } : lists,
  )
  for (const id of ids) {
    const { queryKey } = reviewQuery(storeId, id)
    queryClient.setQueryData(queryKey, (review) => review && update(review))
  }
  const decided = ids.flatMap((id) => pendingDecisions().get(id) ?? [])
  queryClient.setQueriesData<Counts>({ queryKey: countsKey(storeId) }, (counts) => counts && recount(counts, decided))
}

function forget(ids: Set<string>): void {
  for (const batch of waiting) for (const id of ids) batch.ids.delete(id)
  for (const batch of waiting) if (batch.ids.size === 0) clearTimeout(batch.timer)
  waiting = waiting.filter((batch) => batch.ids.size > 0)
  changeOverlay(new Map([...pendingDecisions()].filter(([id]) => !ids.has(id))))
}
