import type { Shop, WebhookMeaning } from '#integrations/shops/shop.ts'
import type { PersonalData } from '#platform/areas/personal-data.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import type { ShopHearer } from '#resources/connectors/shop-reading/commands.ts'
import type { ClaimedWebhook } from '../store.ts'

export type Group = { meaning: WebhookMeaning; rows: ClaimedWebhook[]; asksShop: boolean }

export type Outcome = {
  rows: readonly ClaimedWebhook[]
  state: 'processed' | 'ignored' | 'failed'
  error?: string
}

export type Work = {
  ctx: JobContext
  scope: StoreScope
  areas: readonly PersonalData[]
  hearers: readonly ShopHearer[]
  connectionId: string
  connectedAt: Date
  connectionChangedAt: Date
  isRemoved: boolean
  /** Opens the connection to the shop on first use. Throws ShopFailure. */
  shop(): Promise<Shop>
  /**
   * Marks the webhooks and writes their effect in one transaction. Throws TakeoverError if another run has claimed them.
   */
  settle(outcome: Outcome, effect?: (tx: StoreTx) => Promise<unknown>): Promise<void>
}
