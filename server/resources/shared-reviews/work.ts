import type { StoreScope } from '#platform/db/db.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import type { Lease } from '#platform/jobs/resumable.ts'
import type { Run } from './run-store.ts'

/** One grant in a run of the receiver's job. `scope` is the receiver's store. */
export type Work = {
  ctx: CrossJobContext
  scope: StoreScope
  giver: StoreScope
  run: Run
  lease: Lease
  isOver(): boolean
  digestOf(email: string): Buffer
}
