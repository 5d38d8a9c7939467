import type { Kernel } from '#platform/calls/kernel.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreTx } from '#platform/db/db.ts'
import type { Clock } from '#platform/process/clock.ts'

export type Host = {
  kernel: Pick<Kernel, 'limits'>
  db: CrossDb
  services: Services
  clock: Clock
  origin: string
}

export type Operator = {
  openShop: (request: ShopRequest) => Promise<OpenedShop>
  /** Sends a transaction's queued mails to the local mailbox before the transaction ends. */
  sendMails: (tx: StoreTx) => Promise<void>
  /** Closes a day of the ledger with a signed head, as every night does. */
  closeDay: (shop: OpenedShop) => Promise<void>
  /** Signs in to the API of this process, as the owner. */
  signIn: (shop: OpenedShop, password: string) => Promise<SignedIn>
  /** Serves the API of the outlet's shop while `work` runs, in case no service is running. */
  serveShop: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs one job now, without a worker. */
  runJob: (id: string, payload: object) => Promise<void>
}

/** Returns the body, and throws unless the status is a success. Sends text unchanged, with its media type. */
export type Call = <T = unknown>(method: string, path: string, body?: object | string, type?: string) => Promise<T>

export type SignedIn = { call: Call; close: () => Promise<void> }

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
