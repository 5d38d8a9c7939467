// Only this folder knows platforms' names, headers and formats. It knows no runs, stores or reviews.
import type { GuardedRequest, GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import type { Destination } from './destination.ts'

export const platforms = ['shopify', 'woocommerce', 'bigcommerce', 'medusa', 'vendure', 'custom'] as const
export type PlatformName = (typeof platforms)[number]

/**
 * Source of a variant's identifier, or of a product's group: a native field's name, `meta:<key>`, `attribute:<name>`,
 * or none. Connections from before groups existed have no source of groups.
 */
export type IdentifierSources = { gtin: string | null; mpn: string | null; brand: string | null; group?: string | null }

export type VariantIdentifier = Exclude<keyof IdentifierSources, 'group'>

/** Values that the merchant typed or the platform issued, under the credential names of the API. */
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

/** A product with the fields of a row of `PUT /products`. Ids are the platform's plain ids; for Shopify the number. */
export type ShopProduct = {
  platformProductId: string
  title: string | null
  handle: string | null
  url: string | null
  imageUrl: string | null
  description: string | null
  status: 'active' | 'draft' | 'archived'
  categoryIds: readonly string[]
  groupKey?: string | null
  /** Only variants on sale. A disabled variant counts as deleted. */
  variants: readonly ShopVariant[]
  updatedAt: Date | null
}

export type ShopCategory = {
  platformCategoryId: string
  name: string
  handle: string | null
  parentPlatformCategoryId: string | null
}

export type ShopOrder = {
  platformOrderId: string
  orderNumber: string | null
  email: string | null
  customerName: string | null
  currency: string | null
  /** Gross, in the major unit; refunds never reduce it. */
  total: string | null
  /** Returned money, with or without returned goods. */
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

/** A problem of a read, shown to the merchant once per run. Contains no personal data. */
export type Warning = { code: string; message: string; platformId?: string }

/** The adapter's own plain JSON, a few kilobytes at most, valid for hours and in other processes. */
export type Position = Readonly<Record<string, unknown>>

export type Page<T> = {
  items: readonly T[]
  /** Null after the last page. */
  next: Position | null
  /** The platform's number of items on all pages. Null when unknown. */
  total: number | null
  warnings?: readonly Warning[]
}

export type Verdict = { isWhole: true } | { isWhole: false; reason: string }

/** A read of more products than counted is complete, because products may appear during the read. */
export const compareCount = (platform: string, counted: number, read: number): Verdict =>
  read >= counted
    ? { isWhole: true }
    : { isWhole: false, reason: `${platform} counted ${counted} products, but ${read} were read.` }

export type Check = { name: string; ok: boolean; message: string }

export type HookState = { missing: readonly string[] }

/** A webhook's subject. `order` is set when its body contains the whole order, as of `occurredAt`. */
export type WebhookMeaning =
  | { kind: 'order'; resourceId: string; order?: ShopOrder | undefined }
  | { kind: 'order_deleted' | 'product' | 'product_deleted'; resourceId: string }
  | { kind: 'uninstalled' }
  | { kind: 'customer_data_requested'; email: string | null; platformOrderIds: readonly string[] }
  | { kind: 'customer_redacted'; email: string | null; platformOrderIds: readonly string[] }
  | { kind: 'shop_redacted' }
  /** Subjects that the service ignores, such as a draft or a test order. */
  | { kind: 'ignored'; reason: string }

export type ShopWebhook = {
  topic: string
  /** The platform's id of this delivery; a repeat has the same id and the same bytes. */
  deliveryId: string | null
  resourceId: string | null
  /** The platform's own time of the change, which distinguishes older bodies from newer ones. */
  occurredAt: Date | null
}

export type WebhookRequest = { headers: Readonly<Record<string, string | undefined>>; body: Buffer; now: Date }
/**
 * `ping`: the webhook is unsigned and harmless, and we acknowledge it without effect. `forged`: its signature or time is
 * invalid.
 */
export type WebhookVerdict = { kind: 'accepted'; webhook: ShopWebhook } | { kind: 'ping' } | { kind: 'forged' }

export type ShopFailureCode =
  /** The platform refused our credentials: wrong, revoked, or with too few scopes. */
  | 'credentials_refused'
  /** The credentials are valid, but do not permit this call. Only calls that write report this code. */
  | 'not_permitted'
  /** There was no response, or it was a redirect, HTML, or from another platform. */
  | 'shop_unreachable'
  | 'throttled'
  | 'shop_failed'
  /** The response differs from the documentation, or was truncated at our limit. */
  | 'answer_unreadable'
  /** The platform refused to create or change the object, or cannot do it. A retry would get the same response. */
  | 'refused'
  /** A downloaded file exceeds our limit, and a retry would get a file of the same size. */
  | 'too_large'
  /** The position is no longer valid, so the read starts over. */
  | 'position_lost'

/**
 * Any failure of a shop. Its message is for merchants. It contains no credential and no text from the platform's response.
 */
export class ShopFailure extends Error {
  readonly code: ShopFailureCode
  readonly afterMs: number | null
  /** True if the position is invalid, regardless of the code. A retry reads from the beginning. */
  readonly losesPosition: boolean
  constructor(code: ShopFailureCode, message: string, afterMs: number | null = null, losesPosition = false) {
    super(message)
    this.code = code
    this.afterMs = afterMs
    this.losesPosition = losesPosition || code === 'position_lost'
  }
}

/** One guarded call with a deadline. Throws ShopFailure if there is no response. An error status counts as a response. */
export type ShopCall = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>
/** Streams a large file through the same guard: unpacked, with an idle timeout. */
export type ShopDownload = (url: string) => Promise<AsyncIterable<Uint8Array>>

export type ShopConnection = {
  address: string
  credentials: Credentials
  identifiers: IdentifierSources
  /** The webhook secret that we chose, for platforms that allow it. */
  webhookSecret: string
  webhookUrl: string
  currency: string | null
}

export type ShopTools = {
  call: ShopCall
  download: ShopDownload
  now(): Date
  /** Waits between two calls as long as the platform asks. A long wait throws `throttled`, which postpones the run. */
  wait(ms: number): Promise<void>
}

/** A code's value. Amounts are decimal strings of the major unit. */
export type CodeWorth =
  | { kind: 'fixed_amount'; amount: string; currency: string }
  | { kind: 'percent'; percent: string }
  | { kind: 'free_shipping' }
  | { kind: 'product'; platformProductId: string }

/** A code that discounts one order, once. The merchant sees `title` in the shop's own list. */
export type ShopCode = {
  code: string
  title: string
  worth: CodeWorth
  startsAt: Date
  endsAt?: Date | null
  /** The order's goods must cost at least this, before the discount. */
  minimum?: { amount: string; currency: string } | null
}

/**
 * Throws if an amount of the code is in another currency than the shop's. `ofShop` is null if the shop does not name its
 * currency.
 */
export function refuseCurrency({ worth, minimum }: Pick<ShopCode, 'worth' | 'minimum'>, ofShop: string | null): void {
  const currencies = [worth.kind === 'fixed_amount' ? worth.currency : undefined, minimum?.currency]
  const other = currencies.find((each) => each !== undefined && each !== ofShop)
  if (ofShop !== null && other !== undefined)
    throw new ShopFailure('refused', `The shop's currency is ${ofShop}, but the code's is ${other}.`)
}

export type ShopDestination = 'ratings' | 'reviews'

/** A connected shop. Its methods throw only ShopFailure, and those of destinations DestinationFailure too. */
export type Shop = {
  /**
   * Tests the connection. Missing permissions are failed checks. Throws if the shop is unreachable or refuses the
   * credentials.
   */
  check(): Promise<{ checks: readonly Check[]; missingScopes: readonly string[] }>
  /** Each page is one step of a run, with at most 250 products. */
  readProducts(from: Position | null): Promise<Page<ShopProduct>>
  /** Called once after the last page, with the numbers of products and variants that were read. */
  verify(seen: { products: number; variants: number; last: Position | null }): Promise<Verdict>
  /** Returns the current state of these products, at most 250. Products that are missing in the result were deleted. */
  findProducts(platformProductIds: readonly string[]): Promise<readonly ShopProduct[]>
  readCategories(from: Position | null): Promise<Page<ShopCategory>>
  /** Returns orders placed since a time, in any order, or orders changed since a time, oldest change first. */
  readOrders(since: { placed: Date } | { changed: Date }, from: Position | null): Promise<Page<ShopOrder>>
  /** Returns the current state. Undefined if the order is deleted or is not yet an order. */
  findOrder(platformOrderId: string): Promise<ShopOrder | undefined>
  /** Our missing or deactivated hooks at the platform. If the platform has none of our hooks, all of them are `missing`. */
  findHooks(): Promise<HookState>
  repairHooks(): Promise<HookState>
  removeHooks(): Promise<void>
  /** Creates a code. An existing code of this name counts as success, so a retry never creates a second code. */
  issueCode(code: ShopCode): Promise<void>
  withdrawCode(code: string): Promise<void>
  /** Writes ratings or reviews to the shop. Undefined if the platform cannot show them. */
  destination?(shows: ShopDestination): Destination | undefined
  /** Releases the resources of a sync in this process, such as a file. A continued sync opens them again. */
  close?(): Promise<void>
}

/**
 * The operator's own app at the platform. `clientSecrets` lists the current secret first, then the secret that is
 * being replaced. `writesReviews`: the platform has approved the app for its own reviews.
 */
export type PlatformApp = { clientId: string; clientSecrets: readonly string[]; writesReviews?: boolean }

export type Callback = { address: string; code: string; state: string }

export type Installation = {
  installUrl(address: string, app: PlatformApp, state: string, redirectUri: string): string
  /** Verifies the platform's callback; the caller checks the state. */
  readCallback(query: URLSearchParams, app: PlatformApp, now: Date): Callback | undefined
  exchange(address: string, code: string, app: PlatformApp, tools: ShopTools): Promise<Credentials>
}

/**
 * Handles credentials that expire. The result of `renew` replaces the old credentials and is stored before its first use.
 */
export type Renewal = {
  isDue(credentials: Credentials, now: Date): boolean
  renew(
    connection: Pick<ShopConnection, 'address' | 'credentials'>,
    app: PlatformApp | null,
    tools: ShopTools,
  ): Promise<Credentials>
}

export type Platform = {
  name: PlatformName
  identifiers: IdentifierSources
  /** Undefined for a readable source; otherwise the field's error, such as `must be one of …`. */
  refusedSource(kind: keyof IdentifierSources, source: string): string | undefined
  /** Returns the normalized URL, or the reason for a refusal (the rest of a sentence that begins "must"). */
  readAddress(typed: string): { address: string } | { refusal: string }
  /** The incomplete or superfluous credential, by field name. Undefined if the credentials are valid. */
  refusedCredentials(credentials: Credentials): { field: string; message: string } | undefined
  /** The last four characters of the credential that merchants recognize. */
  credentialLast4(credentials: Credentials): string | null
  /**
   * `ours`: we choose the secret and show it to the merchant once. `platform`: we do not choose it. `set`: we set it
   * through the platform's API.
   */
  hookSecret: 'ours' | 'platform' | 'set'
  /** Kinds of codes that the platform's API can create with the exact value and for only one use. */
  codeKinds: readonly CodeWorth['kind'][]
  installation?: Installation
  renewal?: Renewal
  open(connection: ShopConnection, tools: ShopTools): Shop
  /** Verifies a webhook by the raw bytes. `secrets` contains all valid secrets, newest first. Never throws. */
  readWebhook(request: WebhookRequest, secrets: readonly string[]): WebhookVerdict
  /** Interprets a stored, verified webhook. An unreadable body is ignored with the reason. */
  interpretWebhook(
    topic: string,
    body: Buffer,
    connection: Pick<ShopConnection, 'identifiers' | 'currency'>,
  ): WebhookMeaning
}
