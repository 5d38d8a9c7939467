// One destination as a receiver of the delivery engine. Each call reads its review or product again, so a restart after
// a kill needs no other state.

import { toTrouble } from '#integrations/destinations/trouble.ts'
import type { Content, Hint, Destination as Outside, Trouble } from '#integrations/shops/destination.ts'
import { publish } from '#platform/areas/events.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Billing } from '#platform/identity/subscription.ts'
import { retryAt } from '#platform/jobs/delivery/backoff.ts'
import type { AttemptEnd, ClaimedBatch, Judgement, Receiver, RunEnd } from '#platform/jobs/delivery/receiver.ts'
import { leaseUntil } from '#platform/jobs/resumable.ts'
import type { Clock } from '#platform/process/clock.ts'
import type { ContentReader } from './content.ts'
import { destinationRefused } from './events.ts'
import { readWanted, type WantedItem } from './facts.ts'
import * as items from './item-store.ts'
import { confirmAt, decideStep, failuresUntilPause, kindFacts, retries } from './rules.ts'
import type { DueOperation } from './schema.ts'
import { changeStatus, findTaking } from './status.ts'
import * as store from './store.ts'

type Attempt = {
  item: items.DueItem
  step: DueOperation | 'confirm'
  key: string
  content: Content | undefined
  digest: Buffer | null
}
export type Result =
  | { kind: 'put'; externalId: string; isLive: boolean; hint?: Hint }
  | { kind: 'removed' }
  | { kind: 'confirmed'; live: boolean }
  | Trouble

type Parts = { scope: StoreScope; clock: Clock; outside: Outside; reader: ContentReader; billing: Billing }

export class DestinationReceiver implements Receiver<Attempt, Result> {
  readonly scope: StoreScope
  readonly failures: number
  private readonly parts: Parts
  private readonly row: store.Row
  private readonly holder: string
  private failuresInRow = 0

  constructor(parts: Parts, row: store.Row, holder: string) {
    this.scope = parts.scope
    this.failures = row.failures
    this.parts = parts
    this.row = row
    this.holder = holder
  }

  async take(tx: StoreTx, limit: number): Promise<ClaimedBatch<Attempt>> {
    const until = leaseUntil(tx.now)
    const row = await store.extendLease(tx, this.row.id, this.holder, until)
    if (!row) return { items: [], isDry: true }
    const { takes } = await findTaking(tx, row, this.parts.billing)
    const due: items.DueItem[] = []
    // Removals go first, and checks last.
    for (const operation of takes ? (['remove', 'put', null] as const) : (['remove'] as const))
      if (due.length < limit) due.push(...(await items.lockDue(tx, row.id, operation, limit - due.length)))
    const attempts = await this.decide(tx, row, due, takes)
    if (attempts.length > 0)
      await items.claim(
        tx,
        attempts.map(({ item, step }) => ({ id: item.id, operation: step === 'confirm' ? null : step })),
        until,
      )
    return { items: attempts, isDry: due.length < limit }
  }

  private async decide(tx: StoreTx, row: store.Row, due: readonly items.DueItem[], takes: boolean): Promise<Attempt[]> {
    const subjects = due.filter(({ operation }) => operation !== null).map(({ subjectId }) => subjectId)
    const wanted = await readWanted(tx, row.kind, subjects, this.parts.reader)
    const attempts: Attempt[] = []
    const settled: items.Settlement[] = []
    const forgotten: string[] = []
    for (const item of due) {
      if (item.operation === null) {
        attempts.push({ item, step: 'confirm', key: item.subjectId, content: undefined, digest: item.digest })
        continue
      }
      const facts = wanted.get(item.subjectId)
      const content = row.status === 'removing' ? undefined : facts?.content
      const isSame = content !== undefined && item.digest?.equals(content.digest) === true
      const held = { state: item.state, mayBeThere: item.mayBeThere, isSame }
      const step = decideStep({ isWanted: content !== undefined, takes, held })
      const key = keyOf(row, item, facts)
      if (step === 'put' && content) attempts.push({ item, step, key, content: content.value, digest: content.digest })
      else if (step === 'remove') attempts.push({ item, step, key, content: undefined, digest: null })
      else if (step === 'forget') forgotten.push(item.id)
      else if (step === 'wait') settled.push(untouched(item, { operation: 'put', due_at: tx.now.toISOString() }))
      else settled.push(this.unchanged(tx, item))
    }
    if (settled.length > 0) await items.settle(tx, settled)
    if (forgotten.length > 0) await items.deleteItems(tx, forgotten)
    return attempts
  }

  /** The platform already shows the current content. The item's last result and remaining checks stay. */
  private unchanged(tx: StoreTx, item: items.DueItem): items.Settlement {
    const { reason, message, state, confirmations, confirmedAt } = item
    const isChecked = state === 'accepted' && this.parts.outside.confirm !== undefined
    const next = isChecked ? confirmAt(confirmations, tx.now) : null
    return untouched(item, {
      ...{ reason, message, confirmed_at: confirmedAt },
      ...{ operation: null, due_at: next?.toISOString() ?? null },
    })
  }

  async attempt({ item, step, key, content }: Attempt): Promise<Result | undefined> {
    const { outside, clock } = this.parts
    const { place } = this.row
    try {
      if (step === 'put' && content) return { kind: 'put', ...(await outside.put(content, place)) }
      // Without a key or id, the platform cannot have the item: its product was deleted before the first call.
      if (step === 'remove' && key === '' && item.externalId === null) return { kind: 'removed' }
      if (step === 'remove') {
        await outside.remove({ key, externalId: item.externalId }, place)
        return { kind: 'removed' }
      }
      const confirmed = item.externalId === null ? 'unknown' : await outside.confirm?.(item.externalId)
      if (typeof confirmed === 'object')
        return { kind: 'refused', reason: confirmed.refused, message: 'The destination does not show this review.' }
      return { kind: 'confirmed', live: confirmed === 'live' }
    } catch (error) {
      return toTrouble(error, clock.now())
    }
  }

  judge(result: Result): Judgement {
    const succeeded = result.kind !== 'later' && result.kind !== 'blocked' && result.kind !== 'needs_reauth'
    this.failuresInRow = succeeded ? 0 : this.failuresInRow + 1
    if (result.kind === 'blocked' || result.kind === 'needs_reauth') return { succeeded, pauseMs: 1 }
    if (result.kind === 'later' && result.until)
      return { succeeded, pauseMs: Math.max(1, result.until.getTime() - this.parts.clock.nowMs()) }
    return { succeeded, pauseMs: this.failuresInRow >= failuresUntilPause ? 1 : 0 }
  }

  async record(tx: StoreTx, ended: readonly AttemptEnd<Attempt, Result>[]): Promise<'goOn' | 'halt'> {
    const { row } = this
    await items.settle(
      tx,
      ended.map(({ item, result }) => this.toSettlement(tx, item, result)),
    )
    for (const { item: each, result } of ended) if (result?.kind === 'refused') this.tellRefused(tx, each.item, result)
    const results = ended.flatMap(({ result }) => result ?? [])
    const broken = results.find(({ kind }) => kind === 'blocked' || kind === 'needs_reauth')
    if (broken?.kind === 'blocked') await changeStatus(tx, row.id, 'blocked', broken.reason)
    if (broken?.kind === 'needs_reauth') await changeStatus(tx, row.id, 'needs_reauth', 'credentials_refused')
    const asked = results.flatMap((result) => (result.kind === 'later' && result.until ? result.until : []))
    const until = asked.reduce<Date | null>((last, each) => (last === null || each > last ? each : last), null)
    const allFailed = results.length > 0 && results.every(({ kind }) => kind === 'later')
    const failures = results.length === 0 ? row.failures : allFailed ? row.failures + results.length : 0
    row.failures = failures
    const ownPause =
      failures >= failuresUntilPause
        ? retryAt(retries, { attempts: failures - failuresUntilPause + 1, now: tx.now, random: Math.random() })
        : null
    await store.updateAfterRound(tx, row.id, { failures, pausedUntil: until ?? ownPause, mustWait: until !== null })
    return broken || until || ownPause ? 'halt' : 'goOn'
  }

  private toSettlement(tx: StoreTx, { item, step, digest }: Attempt, result: Result | undefined): items.Settlement {
    const now = tx.now.toISOString()
    const operation = step === 'confirm' ? null : step
    const again = (at: Date | null, reason: string | null, message: string | null) =>
      // After a put without a response, the content at the platform is unknown. A check (`confirm`) does not change the
      // content there.
      untouched(item, {
        ...{ operation, due_at: (at ?? tx.now).toISOString(), reason, message },
        may_be_there: item.mayBeThere || step === 'put',
        ...(step !== 'confirm' && { digest: null }),
      })
    if (result === undefined) return again(tx.now, null, null)
    switch (result.kind) {
      case 'put': {
        const confirmation = result.isLive || !this.parts.outside.confirm ? null : confirmAt(0, tx.now)
        return untouched(item, {
          ...{ state: result.isLive ? 'live' : 'accepted', may_be_there: true, external_id: result.externalId },
          ...{
            reason: result.hint?.reason ?? null,
            message: result.hint?.message ?? null,
            digest: digest?.toString('hex') ?? null,
            operation: null,
            confirmations: 0,
          },
          ...{ due_at: confirmation?.toISOString() ?? null, confirmed_at: result.isLive ? now : null },
        })
      }
      case 'removed':
        return untouched(item, {
          ...{ state: 'removed', may_be_there: false, reason: null, message: null, digest: null },
          ...{ operation: null, due_at: null, confirmed_at: null, confirmations: 0 },
        })
      case 'confirmed': {
        const asked = item.confirmations + 1
        const next = result.live ? null : confirmAt(asked, tx.now)
        return untouched(item, {
          ...{ state: result.live ? 'live' : item.state, operation: null, confirmations: asked },
          ...{ due_at: next?.toISOString() ?? null, confirmed_at: result.live ? now : null },
        })
      }
      case 'refused':
        // A removal is retried without end. A refused put changed nothing, so the platform may still show the content
        // of an earlier put.
        if (step === 'remove') return again(this.next(item, tx.now), result.reason, result.message)
        return untouched(item, {
          ...{ state: 'refused', may_be_there: step === 'confirm' || item.mayBeThere, operation: null, due_at: null },
          ...{
            reason: result.reason,
            message: result.message,
            digest: digest?.toString('hex') ?? null,
            confirmed_at: null,
          },
        })
      case 'later':
        return again(this.next(item, tx.now, result.until), 'unreachable', result.message)
      case 'needs_reauth':
        return again(this.next(item, tx.now), 'credentials_refused', result.message)
      case 'blocked':
        return again(this.next(item, tx.now), result.reason, result.message)
    }
  }

  private next(item: items.DueItem, now: Date, until: Date | null = null): Date | null {
    if (until) return until
    return retryAt(retries, { attempts: item.attempts + 1, now, random: Math.random() })
  }

  private tellRefused(tx: StoreTx, item: items.DueItem, { reason }: { reason: string }): void {
    const isRating = kindFacts[this.row.kind].shows === 'ratings'
    publish(tx, destinationRefused, {
      ...{ id: item.id, destinationId: this.row.id, kind: this.row.kind, reason },
      ...{ reviewId: isRating ? null : item.subjectId, productId: item.productId },
    })
  }

  async leave(tx: StoreTx, _left: RunEnd): Promise<'left' | 'more'> {
    await store.release(tx, this.row.id, this.holder)
    return 'left'
  }
}

/** The product may already be deleted when its rating is removed. Then the platform's own id identifies it. */
function keyOf(row: store.Row, item: items.DueItem, facts: WantedItem | undefined): string {
  if (kindFacts[row.kind].shows === 'reviews') return item.subjectId
  return facts?.key ?? item.externalId?.split('/').at(-1) ?? ''
}

const untouched = (item: items.DueItem, changes: Partial<items.Settlement>): items.Settlement => ({
  id: item.id,
  version: item.version,
  state: item.state,
  may_be_there: item.mayBeThere,
  external_id: item.externalId,
  reason: null,
  message: null,
  digest: item.digest?.toString('hex') ?? null,
  confirmed_at: null,
  confirmations: item.confirmations,
  operation: item.operation,
  due_at: null,
  ...changes,
})
