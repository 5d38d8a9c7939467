// What the demo shop needs of the service it is a customer of; entry hands it over when it starts the service.

import type { Kernel } from '#platform/calls/kernel.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreTx } from '#platform/db/db.ts'
import type { Clock } from '#platform/process/clock.ts'

export type Host = {
  kernel: Pick<Kernel, 'limits'>
  db: CrossDb
  services: Services
  clock: Clock
  /** The service's address, at which its pages are. */
  origin: string
}

/** What an operator can do and no caller of the API. */
export type Operator = {
  /** As `evident setup` opens a store. */
  openShop: (request: ShopRequest) => Promise<OpenedShop>
  /** Sends what a transaction has queued, into the local mailbox, before it ends. */
  sendMails: (tx: StoreTx) => Promise<void>
  /** As each night ends a day of the ledger, with a signed head. */
  closeDay: (shop: OpenedShop) => Promise<void>
}

export type ShopRequest = {
  org: string
  owner: string
  password: string
  store: string
  origins: string[]
  platform: 'demo'
  currency: string
}

export type OpenedShop = { organizationId: string; storeEnvId: string; ownerEmail: string; apiKey: string }
