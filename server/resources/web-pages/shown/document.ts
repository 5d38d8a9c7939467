// Headers allow only the document's own resources. The page runs no script; its JSON-LD is data.
import { createHash } from 'node:crypto'
import { textsIn } from '#locales/texts.ts'
import { type Html, html, raw } from '#platform/pages/html.ts'
import { iconPath } from '#platform/pages/icon.ts'
import { chooseDirection } from '#platform/pages/page.ts'
import { writeJsonLd } from '#platform/values/json-ld.ts'
import { type Brand, writeBrandHeader } from '#resources/email-branding/header-rules.ts'
import { buildFaqPage } from '#resources/faqs/shown/rules.ts'
import { buildAddress } from '../rules.ts'
import { chooseCanonicalUrl, collectFaqs, isExcluded, type View } from './rules.ts'
import { writeStyle } from './style.ts'

export type Document = { text: string; headers: Record<string, string> }

/** Structured data with the questions of an FAQ page, and empty for other pages. It never contains star ratings. */
export const buildJsonLd = (view: View): object => (view.facts.kind === 'faq' ? buildFaqPage(collectFaqs(view)) : {})

export function writeDocument(
  view: View,
  fragment: Html,
  { origin, pictures, brand, agentsUrl }: { origin: string; pictures: string; brand: Brand; agentsUrl: string },
): Document {
  const { title, description, locale, facts } = view
  const style = writeStyle(facts.variables)
  const isHidden = isExcluded(view)
  const jsonLd = buildJsonLd(view)
  const text = framed({
    locale,
    title,
    style,
    head: html`<meta name="description" content="${description ?? title}">
${isHidden && html`<meta name="robots" content="noindex">\n`}<link rel="canonical" href="${chooseCanonicalUrl(view, origin)}">
${writeAlternates(view, origin)}${facts.answersAgents && html`<link rel="service-desc" type="application/json" href="${agentsUrl}">\n`}<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
${description !== null && html`<meta property="og:description" content="${description}">\n`}${Object.keys(jsonLd).length > 0 && html`<script type="application/ld+json">${raw(writeJsonLd(jsonLd))}</script>\n`}`,
    header: writeBrandHeader(brand, locale),
    body: html`<h1 dir="auto">${title}</h1>
${fragment}`,
  })
  return { text, headers: { ...buildHeaders(style, pictures), ...(isHidden && { 'x-robots-tag': 'noindex' }) } }
}

/**
 * Writes links to other languages. A page with a canonical address elsewhere gets none, because the page at that address
 * declares them.
 */
function writeAlternates({ facts, translations, pageParameter, isChosen }: View, origin: string): Html {
  if (translations.length === 0 || facts.canonicalUrl !== null || pageParameter !== undefined || isChosen) return html``
  const url = buildAddress(origin, facts.handle ?? '', facts.slug)
  const own = facts.locale ?? facts.defaultLocale
  return html`${own !== null && html`<link rel="alternate" hreflang="${own}" href="${url}">\n`}<link rel="alternate" hreflang="x-default" href="${url}">
${translations.map((tag) => html`<link rel="alternate" hreflang="${tag}" href="${url}?locale=${tag}">\n`)}`
}

/** Returns the same document for every missing page, except for its language. */
export function writeGone(language: string): Document {
  const { goneTitle, gone } = textsIn('web-pages', language)
  const style = writeStyle({})
  const text = framed({
    locale: language,
    title: goneTitle,
    style,
    head: html`<meta name="robots" content="noindex">\n`,
    body: html`<h1>${goneTitle}</h1>\n<p>${gone}</p>`,
  })
  return { text, headers: { ...buildHeaders(style, ''), 'x-robots-tag': 'noindex' } }
}

const framed = ({
  locale,
  title,
  style,
  head,
  header,
  body,
}: Record<'locale' | 'title' | 'style', string> & Record<'head' | 'body', Html> & { header?: Html }) =>
  html`<!doctype html>
<html lang="${locale}" dir="${chooseDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}<link rel="icon" href="${iconPath}" type="image/svg+xml">
<style>${raw(style)}</style>
</head>
<body>
${header}<main>
${body}
</main>
</body>
</html>
`.toString()

/** The headers allow the style by its digest, so the document can be cached. Product pictures may be on any host. */
const buildHeaders = (style: string, pictures: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src 'self' https: ${pictures}`.trim(),
    "form-action 'none'",
    "base-uri 'none'",
    // Allows page inspectors to fetch robots.txt from within the page. The page itself fetches nothing.
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
})

export const writeSitemap = (urls: readonly { url: string; changedAt: string }[]): string =>
  html`${raw('<?xml version="1.0" encoding="UTF-8"?>')}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map(({ url, changedAt }) => html`<url><loc>${url}</loc><lastmod>${changedAt}</lastmod></url>\n`)}</urlset>
`.toString()
