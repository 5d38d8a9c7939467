// Until the service confirms a decision, pages show it instead of the cached status. The code that sends decisions loads
// with the inbox.
import type { Counts, Status, Verdict } from '../api/reviews/reviews.ts'

export type PendingDecision = { storeId: string; from: Status; to: Verdict }

let overlay: ReadonlyMap<string, PendingDecision> = new Map()
const listeners = new Set<() => void>()
let settle = async () => {}

export const pendingDecisions = () => overlay

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeOverlay(next: ReadonlyMap<string, PendingDecision>): void {
  overlay = next
  for (const listener of listeners) listener()
}

export function onSettle(send: () => Promise<void>): void {
  settle = send
}

/** Sends all pending decisions without further delay. */
export const settleAll = (): Promise<void> => settle()

export function recount(counts: Counts, decided: PendingDecision[]): Counts {
  const next = { ...counts }
  for (const { from, to } of decided) {
    next[from] = Math.max(0, next[from] - 1)
    next[to] += 1
  }
  return next
}
