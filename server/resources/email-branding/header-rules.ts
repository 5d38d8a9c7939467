// The look that public pages of a shop share: its logo or name, the way back to the shop, and its colors.
import { fill } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { readableColorOn, textColorOn } from '#platform/values/contrast.ts'
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

/** `link` is the page's color of links. Logos are as high as a line of a heading, so that they do not compete with it. */
export const writeHeaderStyle = (link: string): string => `
.evident-brand{display:flex;align-items:center;justify-content:space-between;gap:1rem;box-sizing:border-box;
max-inline-size:44rem;margin-inline:auto;padding:1.25rem 1rem 0}
.evident-brand a{min-inline-size:0;color:inherit;text-decoration:none}.evident-brand strong{font-size:1.125rem}
.evident-brand .evident-back{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
color:${link};font-size:.9375rem;text-decoration:underline;text-underline-offset:.2em}
.evident-brand img{${logoStyle}}`

export const logoStyle =
  'display:block;max-inline-size:min(12rem,45vw);max-block-size:2.5rem;inline-size:auto;block-size:auto;border-radius:0'

/**
 * For each color scheme, the background of `pageStyle` with less contrast. A color readable on it is readable on the
 * other background too.
 */
const surfaces = { light: '#f6f6f4', dark: '#212120' }
/** Contrast ratio on the dark background, where a color with the minimum ratio looks dull. */
const brightRatio = 7

/** Replaces the accent of `pageStyle`. */
export function writeAccent(primary: string): string {
  const byDay = readableColorOn(surfaces.light, primary)
  const byNight = readableColorOn(surfaces.dark, primary, brightRatio)
  return `:root{--accent:${byDay};--on-accent:${textColorOn(byDay)}}
@media (prefers-color-scheme:dark){:root{--accent:${byNight};--on-accent:${textColorOn(byNight)}}}`
}
