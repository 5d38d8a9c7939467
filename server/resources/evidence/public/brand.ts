// The header of the public page: the shop's logo or name, and the way back to the shop.
import { fill } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { isLoopbackHost } from '#platform/guarded-fetch/addresses.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { isolated } from '#widgets/review-form/model.ts'
import { findShopUrl } from './store.ts'

export async function readHeader(
  tx: StoreReads,
  name: string,
  language: string,
): Promise<{ header: Html; images: string[] }> {
  const { logoUrl } = await readBranding(tx)
  const url = await findShopUrl(tx)
  const images = listOrigins(logoUrl)
  const mark =
    images.length > 0
      ? html`<img src="${logoUrl}" alt="${name}" referrerpolicy="no-referrer">`
      : html`<strong dir="auto">${name}</strong>`
  const back = fill(textsIn('link-pages', language).back, { store: isolated(name) })
  const linked = url === undefined ? mark : html`<a href="${url}">${mark}</a><a class="back" href="${url}">${back}</a>`
  return { header: html`<header class="brand">${linked}</header>`, images }
}

/** The content security policy allows the logo's origin only. A trial installation serves its pictures from loopback. */
function listOrigins(logoUrl: string | null): string[] {
  if (logoUrl === null || !URL.canParse(logoUrl)) return []
  const { protocol, hostname, origin } = new URL(logoUrl)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)) ? [origin] : []
}

export const headerStyle =
  '.brand{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;max-inline-size:40rem;' +
  'margin-inline:auto;padding:1.25rem 1rem 0}.brand a{color:inherit;text-decoration:none}.brand .back{color:var(--accent);' +
  'text-decoration:underline}.brand strong{font-size:1.125rem}.brand img{display:block;max-block-size:3rem;max-inline-size:100%}'
