// The list of public suffixes takes 9 MB: it is loaded with the first domain that is looked at, which most processes never do.
import { createRequire } from 'node:module'
import type * as Suffixes from 'tldts'

const load = createRequire(import.meta.url)

/** The part of a name that somebody registered, `shop.co.uk` of `mail.shop.co.uk`; null for what is a public suffix itself. */
export const registrableDomain = (domain: string): string | null =>
  (load('tldts') as typeof Suffixes).parse(domain, { allowPrivateDomains: true }).domain
