// What the engine is told of one receiver: somebody's webhook, a store's mail, an account at a provider. All of its tables
// and statements are the area's; the engine only says when, how many, and in which transaction.
import type { StoreScope, StoreTx } from '../../db/db.ts'

export type Taken<Item> = {
  items: Item[]
  /** Nothing else is due. */
  isDry: boolean
}

export type Ended<Item, Result> = {
  item: Item
  /** Undefined when the attempt was not begun, or was called off: it says nothing about the receiver. */
  result: Result | undefined
  at: Date
}

export type Judgement = {
  succeeded: boolean
  /** The receiver is left alone for so long. */
  pauseMs?: number
  /** The receiver wants no more at all. */
  isOver?: boolean
}

export type Left = {
  /** `slice`: its time was up; `stopped`: the process ends. More may be due then. */
  because: 'done' | 'paused' | 'over' | 'slice' | 'stopped'
  /** In a row. */
  failures: number
  pausedUntil: Date | null
}

/**
 * `isCareful`: this very transaction has just failed. What belongs to one item alone should now run in a savepoint of its
 * own, so that an item at fault costs no other; always done, it would be half of all statements.
 */
export type Care = { isCareful: boolean }

export type Receiver<Item, Result> = {
  scope: StoreScope
  /** Failures in a row before. */
  failures?: number
  /** Settles what a process that is gone has left marked; done once, before anything is taken. */
  sweep?(tx: StoreTx, care: Care): Promise<void>
  /**
   * What is due, the next to be sent first. Where taking only reads, what was taken before is not recorded yet: only what
   * comes behind `after`, the last of it, is due; undefined once all has been recorded.
   */
  take(tx: StoreTx, limit: number, more: Care & { after: Item | undefined }): Promise<Taken<Item>>
  /** One try. What it rejects with is a fault of ours, and ends the run. */
  attempt(item: Item, signal: AbortSignal): Promise<Result | undefined>
  /** `failures` counts those in a row, this one included. */
  judge(result: Result, failures: number): Judgement
  /** Writes down results, in the order in which they came. `halt`: nothing more is to be begun. */
  record(tx: StoreTx, ended: readonly Ended<Item, Result>[], care: Care): Promise<'goOn' | 'halt'>
  /** Gives the receiver free. `more`: something has become due meanwhile, and it is still held. */
  leave?(tx: StoreTx, left: Left): Promise<'left' | 'more'>
}
