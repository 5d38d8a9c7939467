// The list of public suffixes takes 9 MB and is loaded on first use, which most processes never reach.
import { createRequire } from 'node:module'
import type * as Suffixes from 'tldts'

const load = createRequire(import.meta.url)

/** The registrable part of a name, `shop.co.uk` of `mail.shop.co.uk`; null for a public suffix itself. */
export const registrableDomain = (domain: string): string | null =>
  (load('tldts') as typeof Suffixes).parse(domain, { allowPrivateDomains: true }).domain
