// A call before any check. Each interface (HTTP, a tool, a job or a test) converts its own format to this type.
import type { Readable } from 'node:stream'

export type Incoming = Credentials & {
  id: string
  address: string
  /** The client chooses this value, so it proves nothing. */
  userAgent?: string | undefined
  /** The languages that the client wishes for, as in `accept-language`. */
  languages?: string | undefined
  /** The interface that received the call, if not the API itself. The audit log records it. */
  through?: 'mcp'
  /** Ids from `readStoreId`: the call's store, and one of the person's organizations. */
  storeEnvId?: string | undefined
  organizationId?: string | undefined
  page: Page
  idempotencyKey?: string | undefined
  /** The shopper's identity, signed by the merchant's own server. */
  customerToken?: string | undefined
  /** Lets our own pages view a storefront like a page of the store; see `storefront/preview-pass.ts`. */
  previewPass?: string | undefined
  /** True when a program on this machine sent the call, as far as HTTP can prove. Unknown counts as false. */
  isOfThisMachine?: () => boolean
  /** The unread body, for operations that take the body unparsed. */
  upload?: Upload | undefined
}

export type Credentials = {
  /** `Bearer evnt_…`. */
  authorization?: string | undefined
  cookies?: string | undefined
}

export type Page = {
  origin?: string | undefined
  /** Relation of the requesting page's site to ours: `same-origin`, `cross-site`, `none` … (Fetch Metadata). */
  site?: string | undefined
  host?: string | undefined
  /** The visitor opts out of counting, by Global Privacy Control or Do Not Track. */
  isUncounted?: boolean
}

export type Upload = {
  content: Readable
  type: string
  /** The declared length; 0 when missing. */
  bytes: number
  /** Returns a header of the request, such as a signature of the bytes. */
  header?: (name: string) => string | undefined
  headers?: Readonly<Record<string, string | undefined>>
  /** Timeout of a silent sender, for tests that cannot wait for the default. */
  silenceMs?: number | undefined
}

export type RequestParts = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** Throws the error of an invalid body. */
  body(): unknown
}
