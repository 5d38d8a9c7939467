// The shop's header on the public page of its ledger.
import type { StoreReads } from '#platform/db/db.ts'
import { isLoopbackHost } from '#platform/guarded-fetch/addresses.ts'
import type { Html } from '#platform/pages/html.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { writeBrandHeader } from '#resources/email-branding/header-rules.ts'
import { findShopUrl } from './store.ts'

export async function readHeader(
  tx: StoreReads,
  name: string,
  language: string,
): Promise<{ header: Html; images: string[] }> {
  const { logoUrl } = await readBranding(tx)
  const images = listOrigins(logoUrl)
  const brand = { name, url: await findShopUrl(tx), logoUrl: images.length > 0 ? logoUrl : null }
  return { header: writeBrandHeader(brand, language), images }
}

/** The content security policy allows the logo's origin only. A trial installation serves its pictures from loopback. */
function listOrigins(logoUrl: string | null): string[] {
  if (logoUrl === null || !URL.canParse(logoUrl)) return []
  const { protocol, hostname, origin } = new URL(logoUrl)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)) ? [origin] : []
}

export const headerStyle =
  '.evident-brand{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;max-inline-size:40rem;' +
  'margin-inline:auto;padding:1.25rem 1rem 0}.evident-brand a{color:inherit;text-decoration:none}.evident-brand .evident-back{color:var(--accent);' +
  'text-decoration:underline}.evident-brand strong{font-size:1.125rem}.evident-brand img{display:block;max-block-size:3rem;max-inline-size:100%}'
