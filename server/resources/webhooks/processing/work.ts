import type { Shop, WebhookMeaning } from '#integrations/shops/shop.ts'
import type { PersonalData } from '#platform/areas/personal-data.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import type { ShopHearer } from '#resources/connectors/shops/reading/commands.ts'
import type { Claimed } from '../store.ts'

/** Webhooks that one answer of the shop settles; or a single one. */
export type Group = { meaning: WebhookMeaning; rows: Claimed[]; asksShop: boolean }

export type Outcome = {
  rows: readonly Claimed[]
  state: 'processed' | 'ignored' | 'failed'
  error?: string
}

/** What the processing of a shop's webhooks has at hand. */
export type Work = {
  ctx: JobContext
  scope: StoreScope
  areas: readonly PersonalData[]
  hearers: readonly ShopHearer[]
  connectionId: string
  connectedAt: Date
  connectionChangedAt: Date
  isRemoved: boolean
  /** Opened with the first question; throws ShopFailure. */
  shop(): Promise<Shop>
  /** Marks the webhooks and does what follows from them, in one transaction; neither where they are somebody else's by now. */
  settle(outcome: Outcome, effect?: (tx: StoreTx) => Promise<unknown>): Promise<void>
  /** Goes on holding what takes longer. */
  extend(ids: readonly string[]): Promise<unknown>
}
