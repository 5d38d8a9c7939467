// The area owns all tables and statements; the engine decides when, how many, and in which transaction.
import type { StoreScope, StoreTx } from '../../db/db.ts'

export type ClaimedBatch<Item> = {
  items: Item[]
  /** Nothing else is due. */
  isDry: boolean
}

export type AttemptEnd<Item, Result> = {
  item: Item
  /** Undefined when the attempt was not started or was aborted, which says nothing about the receiver. */
  result: Result | undefined
  at: Date
}

export type Judgement = {
  succeeded: boolean
  /** Pauses the receiver this long. */
  pauseMs?: number
  /** The receiver accepts nothing more, for good. */
  isOver?: boolean
}

export type RunEnd = {
  /** `slice`: its time was up. `stopped`: the process ends. More may be due in both cases. */
  because: 'done' | 'paused' | 'over' | 'slice' | 'stopped'
  /** In a row. */
  failures: number
  pausedUntil: Date | null
}

/** This transaction has just failed, so each item runs in a savepoint. Doing that always doubles the statements. */
export type Care = { isCareful: boolean }

export type Receiver<Item, Result> = {
  scope: StoreScope
  /** Previous failures in a row. */
  failures?: number
  /** Settles marks that a dead process left. Runs once, before the first claim. */
  sweep?(tx: StoreTx, care: Care): Promise<void>
  /**
   * Due items, in sending order. If a claim only reads, only items behind `after` count, as earlier ones are unrecorded.
   */
  take(tx: StoreTx, limit: number, more: Care & { after: Item | undefined }): Promise<ClaimedBatch<Item>>
  /** One attempt. A rejection is a fault of ours and ends the run. */
  attempt(item: Item, signal: AbortSignal): Promise<Result | undefined>
  /** `failures` counts failures in a row, including this one. */
  judge(result: Result, failures: number): Judgement
  /** Stores results in order of arrival. `halt` starts nothing more. */
  record(tx: StoreTx, ended: readonly AttemptEnd<Item, Result>[], care: Care): Promise<'goOn' | 'halt'>
  /** Releases the receiver. `more`: something became due during the release, and the claim stays. */
  leave?(tx: StoreTx, left: RunEnd): Promise<'left' | 'more'>
}
