// The demo storefront's pages. All shop data goes through `html`, which escapes it.
import { type Html, html, raw } from '#platform/pages/html.ts'
import type { Trouble } from './orders.ts'
import type { DemoStore, Good } from './store.ts'

export type Page = { status: number; body: string }

type Frame = {
  title: string
  description?: string | null
  shop?: DemoStore
  locale?: string
  body: Html
  status?: number
  scripts?: readonly string[]
  /** Kind of page and product, for placements that the merchant edits in the admin application. */
  place?: { type: 'home' | 'product'; product?: string }
  head?: Html
}

/** The style sheet reserves the widgets' heights; see docs/guides/widgets.md. */
export const pages = {
  home({
    shop,
    goods,
    ratings,
    category,
    plain,
    locale,
  }: {
    shop: DemoStore
    goods: Good[]
    ratings: ReadonlyMap<string, Rating>
    category: string | undefined
    /** The newest reviews of all goods as HTML, for visitors without scripts. */
    plain: string
    locale: string
  }) {
    const categories = [...new Set(goods.flatMap((good) => good.category ?? []))]
    const shown = categories.includes(category ?? '') ? goods.filter((good) => good.category === category) : goods
    const link = (name: string, href: string, isHere: boolean) =>
      html`<a href="${href}"${isHere && raw(' aria-current="page"')}>${name}</a>`
    return page({
      title: shop.name,
      description: 'Forty things for outdoors and home, and what people who bought them think of them.',
      shop,
      locale,
      scripts: ['stars', 'carousel', 'photos', 'tab', 'reviews'],
      place: { type: 'home' },
      body: html`
<section class="hero"><h1>Made for weather,<br>and for the table after.</h1>
<p>Forty things for outdoors and home, and what people who bought them think of them.</p></section>
<nav class="chips" aria-label="Categories">${link('Everything', shopPath(locale), shown === goods)}${categories.map(
        (each) => link(each, shopPath(locale, each), each === category),
      )}</nav>
<ul class="grid">${shown.map(
        (good) => html`
<li><a href="${buildPath(good, locale)}">${picture(good)}<span class="name">${good.title}</span></a>
<evident-stars store="${shop.storeEnvId}" product="${good.id}" locale="${locale}">${plainStars(ratings.get(good.id))}</evident-stars>
<span class="price">${formatPrice(good)}</span></li>`,
      )}</ul>
${
  shown === goods &&
  html`<evident-carousel store="${shop.storeEnvId}" locale="${locale}"><noscript>${raw(plain)}</noscript></evident-carousel>
<evident-photos store="${shop.storeEnvId}" locale="${locale}"></evident-photos>
<evident-reviews store="${shop.storeEnvId}" subject="shop" locale="${locale}"></evident-reviews>`
}
<evident-tab store="${shop.storeEnvId}" locale="${locale}"></evident-tab>`,
    })
  },

  product({
    shop,
    good,
    jsonLd,
    plain,
    rating,
    locale,
    trouble,
  }: {
    shop: DemoStore
    good: Good & { description: string | null }
    jsonLd: string
    plain: string
    rating: Rating
    locale: string
    trouble?: Trouble | undefined
  }) {
    const whole = { store: shop.storeEnvId, product: good.id, locale }
    return page({
      title: `${good.title} · ${shop.name}`,
      description: good.description,
      shop,
      locale,
      status: trouble ? 400 : 200,
      scripts: ['reviews'],
      place: { type: 'product', product: good.id },
      head: jsonLd === '{}' ? undefined : html`<script type="application/ld+json">${raw(jsonLd)}</script>`,
      body: html`
<nav class="trail" aria-label="Breadcrumb"><a href="${shopPath(locale)}">All goods</a>${
        good.category &&
        html` <span aria-hidden="true">/</span> <a href="${shopPath(locale, good.category)}">${good.category}</a>`
      }</nav>
<div class="product">
${picture(good, 'eager')}
<div><h1>${good.title}</h1>
<evident-stars store="${whole.store}" product="${whole.product}" locale="${locale}" href="#reviews">${plainStars(rating)}</evident-stars>
<p class="price">${formatPrice(good)}</p>
<p class="description">${good.description}</p>
${good.isSold ? orderForm(good, locale, trouble) : html`<p class="gone">Not sold any more.</p>`}</div>
</div>
<evident-reviews id="reviews" store="${whole.store}" product="${whole.product}" locale="${locale}" pool="group"><noscript>${raw(plain)}
<p class="plain-write">To write a review, place a demo order above: the email it brings leads to the form, which works without JavaScript too.</p></noscript></evident-reviews>
<nav class="languages" aria-label="Language of reviews and emails">${languages.map(
        ([code, name]) =>
          html`<a href="${buildPath(good, code)}" lang="${code}" hreflang="${code}"${code === locale && raw(' aria-current="true"')}>${name}</a>`,
      )}</nav>`,
    })
  },

  thanks: ({ shop, number, hasMailbox }: { shop: DemoStore; number: string; hasMailbox: boolean }) =>
    page({
      title: `Thank you · ${shop.name}`,
      shop,
      body: html`
<section class="note"><h1>Thank you!</h1>
<p>Your demo order <strong>${number}</strong> is placed, delivered and paid with nothing but curiosity.</p>
<p>An email that asks for your review is on its way to the address you gave. Open it, click a star, and write what you like:
the review waits for the shop's approval and then stands on the product's page.</p>
${
  hasMailbox &&
  html`<p>This service sends no real email (no <code>SMTP_URL</code> is set): people of the shop find it in the
<a href="/admin/mailbox">local mailbox</a>.</p>`
}
<p><a class="button" href="/demo-store">Back to the shop</a></p></section>`,
    }),

  missing: (shop: DemoStore) =>
    page({
      title: 'Not found',
      shop,
      status: 404,
      body: html`<section class="note"><h1>We do not sell that</h1><p>It may have been here once.</p>
<p><a class="button" href="/demo-store">All goods</a></p></section>`,
    }),

  none: () =>
    page({
      title: 'No demo shop yet',
      status: 404,
      body: html`
<section class="note"><h1>No demo shop yet</h1>
<p>This page shows the demo shop: forty products, eight hundred orders and five hundred reviews with photos. Open it with</p>
<pre><code>npm run -s evident -- demo</code></pre>
<p>It takes half a minute to a minute, beside the running service. Then load this page again.</p></section>`,
    }),

  failure: (status: number, message: string) =>
    page({
      title: 'That did not work',
      status,
      body: html`
<section class="note"><h1>${status === 429 ? 'Too many requests' : 'That did not work'}</h1>
<p>${status < 500 && message ? message : 'Something went wrong on our side. Please try again in a moment.'}</p>
<p><a class="button" href="/demo-store">All goods</a></p></section>`,
    }),
}

export type Rating = { average: number | null; count: number }

/** Content of a widget's element for visitors without scripts. The widget replaces it. */
const plainStars = (rating: Rating | undefined): Html | undefined =>
  rating?.average === null || rating === undefined
    ? undefined
    : html`<noscript><span class="plain-stars" role="img" aria-label="${rating.average.toFixed(1)} out of 5 stars">★ ${rating.average.toFixed(1)}</span> (${rating.count})</noscript>`

function orderForm(good: Good, locale: string, trouble: Trouble | undefined): Html {
  const field = (name: 'name' | 'email', label: string, type: string, complete: string, problem: string) => {
    const isWrong = trouble?.problem === name
    return html`<label>${label}
<input name="${name}" type="${type}" autocomplete="${complete}" required maxlength="${name === 'name' ? 80 : 320}" value="${trouble?.[name] ?? ''}"${
      isWrong && raw(` aria-invalid="true" aria-describedby="wrong-${name}" autofocus`)
    }></label>${isWrong && html`<p class="wrong" id="wrong-${name}">${problem}</p>`}`
  }
  return html`
<form method="post" action="/demo-store/products/${encodeURIComponent(good.id)}/orders" class="order">
<h2>Try it end to end</h2>
<p>Nothing is charged and nothing is sent but one email in ${findLanguage(locale)}, which asks for your review.</p>
<input type="hidden" name="locale" value="${locale}">
${field('name', 'Your name', 'text', 'name', 'Enter a name of up to 80 characters.')}
${field('email', 'Email address', 'email', 'email', 'Enter an email address such as name@example.com.')}
<button type="submit">Place a demo order</button>
</form>`
}

const picture = ({ imageUrl }: Good, loading = 'lazy'): Html =>
  imageUrl
    ? html`<img src="${localPath(imageUrl)}" alt="" width="900" height="900" loading="${loading}" decoding="async">`
    : html`<span class="blank"></span>`

/** This service has several host names and serves the shop's pictures under each, so picture URLs become paths. */
function localPath(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname } = new URL(url)
  return /^\/(?:demo-store|media)\//.test(pathname) ? pathname : url
}

function formatPrice({ price, currency }: Good): string {
  if (price === null) return ''
  return new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? 'EUR' }).format(Number(price))
}

export const buildPath = ({ id }: Good, locale: string): string =>
  `/demo-store/products/${encodeURIComponent(id)}${locale === 'en' ? '' : `?locale=${locale}`}`

export function shopPath(locale: string, category?: string): string {
  const asked = new URLSearchParams({ ...(category && { category }), ...(locale !== 'en' && { locale }) }).toString()
  return asked ? `/demo-store?${asked}` : '/demo-store'
}

const findLanguage = (locale: string) => languages.find(([code]) => code === locale)?.[1] ?? locale

const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['it', 'Italiano'],
  ['nl', 'Nederlands'],
  ['pt', 'Português'],
  ['pl', 'Polski'],
  ['ar', 'العربية'],
  ['he', 'עברית'],
] as const

/** Sends the page in one piece, because a page that is painted in parts shifts while the visitor reads. */
function page({ title, description, shop, locale = 'en', body, status = 200, scripts = [], place, head }: Frame): Page {
  const loaded = shop ? [...scripts, 'badge'] : scripts
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description ?? title}">
<link rel="icon" href="/demo-store/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo-store/style.css">
<link rel="expect" href="#end" blocking="render">
${loaded.map((name) => html`<script type="module" src="/widgets/v1/${name}.js"></script>\n`)}${
  shop &&
  place &&
  html`<script type="module" src="/widgets/v1/placements.js" data-store="${shop.storeEnvId}" data-page-type="${place.type}"${place.product && html` data-product="${place.product}"`}></script>
<script type="module" src="/widgets/v1/counts.js" data-store="${shop.storeEnvId}"></script>\n`
}${head}
</head>
<body>
<header><a class="brand" href="/demo-store">${shop?.name ?? 'Evident'}</a><span class="demo">Demo shop</span></header>
<main>${body}</main>
<footer id="end">${shop && html`<evident-badge store="${shop.storeEnvId}" locale="${locale}"></evident-badge>\n`}<p>An invented shop, served by Evident to show its reviews, its review form and its emails.
<a href="/docs">Documentation</a> <a href="/admin">Admin</a></p></footer>
</body>
</html>
`
  return { status, body: document.toString() }
}
