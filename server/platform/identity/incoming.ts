// A call before anything of it is checked, whatever brought it: HTTP, a tool, a job or a test decodes its own form of a call
// into this one.
import type { Readable } from 'node:stream'

export type Incoming = Credentials & {
  /** The call's id, which the answer and the log name. */
  id: string
  /** The client's address, as far as it can be trusted. */
  address: string
  /** What the client says it is, which proves nothing. */
  userAgent?: string | undefined
  /** The door it came by, where that is not the API itself: the audit log says so. */
  through?: 'mcp'
  /** The store the call is about, and which of a person's organizations: ids as `storeIdOf` reads them. */
  storeEnvId?: string | undefined
  organizationId?: string | undefined
  /** The web page that sends the call, as its browser says. */
  page: Page
  idempotencyKey?: string | undefined
  /** Who the shopper is, in the words of the merchant's own server. */
  customerToken?: string | undefined
  /** Shown by our own pages, which may look at a storefront as a page of the store does; see `storefront/preview-pass.ts`. */
  previewPass?: string | undefined
  /** Whether it came from a program on this very machine, as far as HTTP can tell; unknown counts as no. */
  isOfThisMachine?: () => boolean
  /** The unread body, for operations that take one as it is. */
  upload?: Upload | undefined
}

export type Credentials = {
  /** `Bearer evnt_…`. */
  authorization?: string | undefined
  /** All cookies, as a browser lists them. */
  cookies?: string | undefined
}

export type Page = {
  origin?: string | undefined
  /** The page's relation to ours: `same-origin`, `cross-site`, `none` … (Fetch Metadata). */
  site?: string | undefined
  /** The Host header. */
  host?: string | undefined
  /** Its reader asks not to be counted: Global Privacy Control, or Do Not Track. */
  isUncounted?: boolean
}

export type Upload = {
  content: Readable
  /** The media type with its parameters, as declared. */
  type: string
  /** As declared, 0 when it was not. */
  bytes: number
  /** A header of its sender's own, such as the signature of its bytes. */
  header?: (name: string) => string | undefined
  /** All of them, where who reads the bytes knows which. */
  headers?: Readonly<Record<string, string | undefined>>
  /** How long its sender may be silent, where a test cannot wait as long as the default. */
  silenceMs?: number | undefined
}

/** What the call brings, decoded and not yet checked against the operation's schemas. */
export type Sent = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** Throws what is wrong with a body that cannot be read. */
  body(): unknown
}
