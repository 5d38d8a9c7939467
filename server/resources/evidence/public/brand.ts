// The shop's look on the public page of its ledger.
import type { StoreReads } from '#platform/db/db.ts'
import { isLoopbackHost } from '#platform/guarded-fetch/addresses.ts'
import type { Html } from '#platform/pages/html.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { writeAccent, writeBrandHeader, writeHeaderStyle } from '#resources/email-branding/header-rules.ts'
import { findShopUrl } from './store.ts'

export async function readBrand(
  tx: StoreReads,
  name: string,
  language: string,
): Promise<{ header: Html; images: string[]; style: string }> {
  const { logoUrl, colors, updatedAt } = await readBranding(tx)
  const images = listOrigins(logoUrl)
  const brand = { name, url: await findShopUrl(tx), logoUrl: images.length > 0 ? logoUrl : null }
  // If the store chose no colors, the page uses its default colors for light and dark mode.
  const style = writeHeaderStyle('var(--accent)') + (updatedAt === null ? '' : writeAccent(colors.primary))
  return { header: writeBrandHeader(brand, language), images, style }
}

/** The content security policy allows only the logo's origin. Plain HTTP is for trial installations, on loopback. */
function listOrigins(logoUrl: string | null): string[] {
  if (logoUrl === null || !URL.canParse(logoUrl)) return []
  const { protocol, hostname, origin } = new URL(logoUrl)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)) ? [origin] : []
}
