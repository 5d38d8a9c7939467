// The area owns all tables and statements. The engine decides when they run, for how many items, and in which
// transaction.
import type { StoreScope, StoreTx } from '../../db/db.ts'

export type ClaimedBatch<Item> = {
  items: Item[]
  isDry: boolean
}

export type AttemptEnd<Item, Result> = {
  item: Item
  /** Undefined when the attempt was not started or was aborted. Neither case says anything about the receiver. */
  result: Result | undefined
  at: Date
}

export type Judgement = {
  succeeded: boolean
  pauseMs?: number
  /** True when the receiver will never accept another item. */
  isOver?: boolean
}

export type RunEnd = {
  /**
   * Reason for the end. `slice`: the time of the slice was up. `stopped`: the process is ending. In both cases more items
   * may be due.
   */
  because: 'done' | 'paused' | 'over' | 'slice' | 'stopped'
  failures: number
  pausedUntil: Date | null
}

/**
 * `isCareful`: this transaction has just failed, so each item now runs in a savepoint. Doing so always would double the
 * statements.
 */
export type Care = { isCareful: boolean }

export type Receiver<Item, Result> = {
  scope: StoreScope
  failures?: number
  /** Decides whether to retry items that a dead process has marked. Runs once, before the first claim. */
  sweep?(tx: StoreTx, care: Care): Promise<void>
  /**
   * Returns due items in sending order. If the policy's `taking` is `reads`, it returns only items after `after`, because
   * the results of the earlier ones are not recorded yet.
   */
  take(tx: StoreTx, limit: number, more: Care & { after: Item | undefined }): Promise<ClaimedBatch<Item>>
  /** Makes one attempt. A rejected promise is a fault of our code and ends the run. */
  attempt(item: Item, signal: AbortSignal): Promise<Result | undefined>
  /** `failures` counts failures in a row, including this one. */
  judge(result: Result, failures: number): Judgement
  /** Stores results in order of arrival. After `halt` no attempt starts. */
  record(tx: StoreTx, ended: readonly AttemptEnd<Item, Result>[], care: Care): Promise<'goOn' | 'halt'>
  /** Releases the receiver. `more` means that an item became due during the release, and the receiver stays claimed. */
  leave?(tx: StoreTx, left: RunEnd): Promise<'left' | 'more'>
}
