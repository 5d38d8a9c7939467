// The header of a public page: the shop's logo or name, and the way back to the shop.
import { fill } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { isolated } from '#widgets/review-form/model.ts'

export type Brand = { name: string; url: string | undefined; logoUrl: string | null }

export function writeBrandHeader({ name, url, logoUrl }: Brand, locale: string): Html {
  const shown = logoUrl
    ? html`<img src="${logoUrl}" alt="${name}" referrerpolicy="no-referrer">`
    : html`<strong dir="auto">${name}</strong>`
  const back = fill(textsIn('link-pages', locale).back, { store: isolated(name) })
  const linked =
    url === undefined ? shown : html`<a href="${url}">${shown}</a><a class="evident-back" href="${url}">${back}</a>`
  return html`<header class="evident-brand">${linked}</header>\n`
}
