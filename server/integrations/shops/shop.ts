// What every shop platform is asked to do: say whether it can be reached, give its catalogue and orders page by page, and read
// its webhooks. The platforms' own names, headers and shapes end in this folder; what a run, a store or a review is, is not
// known here.
import type { GuardedRequest, GuardedResponse } from '#platform/guarded-fetch/exchange.ts'

export const platforms = ['shopify', 'woocommerce', 'bigcommerce', 'medusa', 'vendure', 'custom'] as const
export type PlatformName = (typeof platforms)[number]

/** Where a variant's identifiers are found: a native field's name, `meta:<key>`, `attribute:<name>`, or nowhere. */
export type IdentifierSources = { gtin: string | null; mpn: string | null; brand: string | null }

/** Values as the merchant typed them, or as the platform gave them out; by the names of `contract-shops.md` §1. */
export type Credentials = Readonly<Record<string, string>>

export type ShopVariant = {
  platformVariantId: string
  title: string | null
  sku: string | null
  gtin: string | null
  mpn: string | null
  brand: string | null
  /** A decimal string of the major unit, not negative. */
  price: string | null
  currency: string | null
  imageUrl: string | null
}

/** A product in the shape of a row of `PUT /products`. Ids are the platform's plain ones: of Shopify the number. */
export type ShopProduct = {
  platformProductId: string
  title: string | null
  handle: string | null
  url: string | null
  imageUrl: string | null
  description: string | null
  status: 'active' | 'draft' | 'archived'
  /** The platform's ids of its categories. */
  categoryIds: readonly string[]
  /** Only those that are sold: a disabled one counts as gone. */
  variants: readonly ShopVariant[]
  /** The platform's own time of its last change. */
  updatedAt: Date | null
}

export type ShopCategory = {
  platformCategoryId: string
  name: string
  handle: string | null
  parentPlatformCategoryId: string | null
}

/** An order in the shape of a row of `PUT /orders`. */
export type ShopOrder = {
  platformOrderId: string
  orderNumber: string | null
  email: string | null
  customerName: string | null
  currency: string | null
  /** Gross, of the major unit; never reduced by refunds. */
  total: string | null
  /** Money returned, whatever was sent back. */
  refundedTotal: string
  placedAt: Date
  fulfilledAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  locale: string | null
  country: string | null
  acceptsMarketing: boolean | null
  lineItems: readonly {
    platformProductId: string | null
    platformVariantId: string | null
    sku: string | null
    title: string | null
    quantity: number
    unitPrice: string | null
  }[]
  updatedAt: Date | null
}

/** What of a read is not as it should be, said to the merchant once a run. Names no person. */
export type Warning = { code: string; message: string; platformId?: string }

/** Where a read goes on: plain JSON of the adapter's own, at most a few kilobytes, good for hours and in another process. */
export type Position = Readonly<Record<string, unknown>>

export type Page<T> = {
  items: readonly T[]
  /** Null after the last one. */
  next: Position | null
  /** How many the platform says there are in all: of products, or of what `counted` says. Null where it does not say. */
  total: number | null
  warnings?: readonly Warning[]
}

/** The end of a catalogue read: whether everything that the platform counts was seen. */
export type Verdict = { isWhole: true } | { isWhole: false; reason: string }

export type Check = { name: string; ok: boolean; message: string }

/** What is made at the platform so that it calls us. */
export type HookState = { missing: readonly string[] }

/** What a webhook is about. `order` is there where its body says all of it, at the time of `occurredAt`. */
export type WebhookMeaning =
  | { kind: 'order'; resourceId: string; order?: ShopOrder | undefined }
  | { kind: 'order_deleted' | 'product' | 'product_deleted'; resourceId: string }
  | { kind: 'uninstalled' }
  | { kind: 'customer_data_requested'; email: string | null; platformOrderIds: readonly string[] }
  | { kind: 'customer_redacted'; email: string | null; platformOrderIds: readonly string[] }
  | { kind: 'shop_redacted' }
  /** Nothing that we need, such as a draft or a test order. */
  | { kind: 'ignored'; reason: string }

export type ShopWebhook = {
  topic: string
  /** The platform's id of this delivery; a repeat has the same id and the same bytes. */
  deliveryId: string | null
  resourceId: string | null
  /** The platform's own time of the change, by which older bodies are told from newer ones. */
  occurredAt: Date | null
}

export type WebhookRequest = { headers: Readonly<Record<string, string | undefined>>; body: Buffer; now: Date }
/** `ping`: unsigned and harmless, answered and forgotten. `forged`: its signature, or its time, does not hold. */
export type WebhookVerdict = { kind: 'accepted'; webhook: ShopWebhook } | { kind: 'ping' } | { kind: 'forged' }

export type ShopFailureCode =
  /** The platform refused what we prove ourselves by: wrong, revoked, or of too little scope. */
  | 'credentials_refused'
  /** No answer, a redirect, HTML, another platform. */
  | 'shop_unreachable'
  /** It answered, and asks to wait. */
  | 'throttled'
  /** It answered with a failure of its own. */
  | 'shop_failed'
  /** What it answered is not what it documents. */
  | 'answer_unreadable'
  /** It understood what was to be made, and does not make it: asked again it would say the same. */
  | 'refused'
  /** More than is read at once, and asked again it would be no less. */
  | 'too_large'
  /** A position is no longer good: the read begins anew. */
  | 'position_lost'

/** Every failure of a shop. Its message is for merchants: it repeats no credential and no body of the platform. */
export class ShopFailure extends Error {
  readonly code: ShopFailureCode
  /** How long the platform asks to wait. */
  readonly afterMs: number | null
  /** The position leads nowhere, whatever the code says: a retry reads from the beginning. */
  readonly losesPosition: boolean
  constructor(code: ShopFailureCode, message: string, afterMs: number | null = null, losesPosition = false) {
    super(message)
    this.code = code
    this.afterMs = afterMs
    this.losesPosition = losesPosition || code === 'position_lost'
  }
}

/** One call, guarded, with a deadline; throws ShopFailure where there is no answer. Any status is an answer. */
export type ShopCall = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>
/** A large file as a stream of chunks, guarded likewise; unpacked, ended when nothing comes for a while. */
export type ShopDownload = (url: string) => Promise<AsyncIterable<Uint8Array>>

export type ShopConnection = {
  address: string
  credentials: Credentials
  identifiers: IdentifierSources
  /** The secret of hooks that we chose, where the platform lets us. */
  webhookSecret: string
  /** Where the platform is to send its webhooks. */
  webhookUrl: string
  currency: string | null
}

export type ShopTools = {
  call: ShopCall
  download: ShopDownload
  now(): Date
  /** Waits as long as the platform asks between two calls. Long waits throw `throttled` instead, so that the run is put aside. */
  wait(ms: number): Promise<void>
}

/** What a code is good for. Amounts are decimal strings of the major unit. */
export type CodeWorth =
  | { kind: 'fixed_amount'; amount: string; currency: string }
  | { kind: 'percent'; percent: string }
  | { kind: 'free_shipping' }
  /** One piece of it. */
  | { kind: 'product'; platformProductId: string }

/** A code that lowers one order, once. `title` is what the merchant reads in the shop's own list. */
export type ShopCode = { code: string; title: string; worth: CodeWorth; startsAt: Date }

/** A shop that is spoken to. Its methods throw ShopFailure and nothing else. */
export type Shop = {
  /** Asks the shop: what is refused or missing is a check that is not ok. Unreachable or refused altogether throws. */
  check(): Promise<{ checks: readonly Check[]; missingScopes: readonly string[] }>
  /** Products with all their variants, from the beginning or a position. Each page is one step of a run, of at most 250 products. */
  readProducts(from: Position | null): Promise<Page<ShopProduct>>
  /** Asked once after the last page, with how many products and variants were seen. */
  verify(seen: { products: number; variants: number; last: Position | null }): Promise<Verdict>
  /** Which of these products the shop still has, as they are now; what is not among them is gone. At most 250. */
  findProducts(platformProductIds: readonly string[]): Promise<readonly ShopProduct[]>
  readCategories(from: Position | null): Promise<Page<ShopCategory>>
  /** Orders placed since, in any order, or changed since, oldest change first. */
  readOrders(since: { placed: Date } | { changed: Date }, from: Position | null): Promise<Page<ShopOrder>>
  /** As it is now; undefined when it is gone, or no order yet. */
  findOrder(platformOrderId: string): Promise<ShopOrder | undefined>
  /** What hooks are missing or asleep at the platform; all `missing` where it has none of ours. */
  findHooks(): Promise<HookState>
  /** Makes the missing, wakes the disabled, leaves the rest. */
  repairHooks(): Promise<HookState>
  removeHooks(): Promise<void>
  /** Makes a code. One of this name that is there already is taken for the one that was wanted: asked twice, the shop has one. */
  issueCode(code: ShopCode): Promise<void>
  /** Takes it away; one that is not there is as good. */
  withdrawCode(code: string): Promise<void>
  /** Lets go of what a read keeps open in this process, such as a file. A read that is gone on with opens it anew. */
  close?(): Promise<void>
}

/** The operator's own app at the platform. `clientSecrets`: the one in use first, then one that is being replaced. */
export type PlatformApp = { clientId: string; clientSecrets: readonly string[] }

/** Proven facts of the answer that a browser brings back from the platform. */
export type Callback = { address: string; code: string; state: string }

/** Connecting by consent at the platform instead of by typed credentials. */
export type Installation = {
  installUrl(address: string, app: PlatformApp, state: string, redirectUri: string): string
  /** Proves what the platform sends the browser back with; the caller checks the state. */
  readCallback(query: URLSearchParams, app: PlatformApp, now: Date): Callback | undefined
  exchange(address: string, code: string, app: PlatformApp, tools: ShopTools): Promise<Credentials>
}

/** Credentials that end. What `renew` gives replaces the old ones and is kept before it is used. */
export type Renewal = {
  isDue(credentials: Credentials, now: Date): boolean
  renew(
    connection: Pick<ShopConnection, 'address' | 'credentials'>,
    app: PlatformApp | null,
    tools: ShopTools,
  ): Promise<Credentials>
}

/** What a platform is, known without speaking to a shop. Every adapter exports one of these. */
export type Platform = {
  name: PlatformName
  /** Its usual sources of identifiers. */
  identifiers: IdentifierSources
  /** Whether a source can be read on this platform; the sentence says what can. */
  refusedSource(kind: keyof IdentifierSources, source: string): string | undefined
  /** The address as it is kept, or why what was typed is none (the rest of a sentence that begins "must"). */
  readAddress(typed: string): { address: string } | { refusal: string }
  /** Why these credentials are incomplete or too many, by the field's name; undefined when they will do. */
  refusedCredentials(credentials: Credentials): { field: string; message: string } | undefined
  /** The last four characters of what a merchant recognises them by. */
  credentialLast4(credentials: Credentials): string | null
  /** `ours`: we choose the secret and tell the merchant, once; else the platform's own, or one that we set by its API. */
  hookSecret: 'ours' | 'platform' | 'set'
  /** What codes can be made of by its API, so that each is good once and for no more than it says. */
  codeKinds: readonly CodeWorth['kind'][]
  installation?: Installation
  renewal?: Renewal
  open(connection: ShopConnection, tools: ShopTools): Shop
  /** Proves a webhook by the raw bytes. `secrets`: all that are good, newest first. Never throws. */
  readWebhook(request: WebhookRequest, secrets: readonly string[]): WebhookVerdict
  /** What a stored, proven webhook says. A body that cannot be read is ignored with the reason. */
  interpretWebhook(
    topic: string,
    body: Buffer,
    connection: Pick<ShopConnection, 'identifiers' | 'currency'>,
  ): WebhookMeaning
}
