// The page behind a confirmation link, outside the API. Looking at it changes nothing; its button confirms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isClosing } from '#platform/closing.ts'
import type { Kernel } from '#platform/kernel.ts'
import { type Html, html } from '#platform/pages/html.ts'
import { directionOf, type Page, sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { subscriptionStateOf } from '#resources/billing/rules.ts'
import { fill, isolated } from '#widgets/review-form/model.ts'
import { languageOf, textsIn } from '#widgets/review-form/texts/texts.ts'
import { confirm, findConfirmation, readAuthored } from './commands.ts'
import type { Authored, Confirmation } from './store.ts'
import { confirmationTextsIn } from './texts.ts'

const page = {
  path: '/c/:token',
  limit: 'address',
  handle: answer,
  refusal: (error, request) => {
    const language = languageOf(request.headers['accept-language'])
    return note(language, error.status, confirmationTextsIn(language).failed)
  },
} satisfies Partial<PageRoute>

export const confirmationPages: readonly PageRoute[] = [
  { ...page, id: 'reviews.confirmation_page', method: 'GET' },
  { ...page, id: 'reviews.confirm', method: 'POST' },
]

async function answer({ db, services }: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const now = services.clock.now()
  const { token } = request.params as { token: string }
  const found = await findConfirmation(db, token, now)
  const review = found && (await db.store(found, 'read', (tx) => readAuthored(tx, found.reviewId)))
  const language = languageOf(review?.locale, request.headers['accept-language'])
  const texts = confirmationTextsIn(language)
  if (!found || !review || review.authorEmail === null) return sendNote(reply, language, 404, texts.gone)
  if (subscriptionStateOf(found, now, services.config.billing).lapsed || (await isClosing(db, found.organizationId)))
    return sendNote(reply, language, 403, texts.closed)
  if (request.method !== 'POST') {
    if (review.addressProven) return thank(reply, language, found)
    return ask(reply, language, `/c/${token}`, found, review)
  }
  const isConfirmed = await db.store(found, 'write', (tx) => confirm(tx, found.reviewId))
  return isConfirmed ? thank(reply, language, found) : sendNote(reply, language, 404, texts.gone)
}

async function ask(
  reply: FastifyReply,
  language: string,
  action: string,
  { storeName }: Confirmation,
  { productTitle, rating, title, body: said }: Authored,
) {
  const texts = confirmationTextsIn(language)
  const text = fill(texts.text, { store: isolated(storeName), product: isolated(productTitle ?? texts.nameless) })
  const stars = fill((await textsIn(language)).starsOf, { n: rating })
  const body = html`<main dir="${directionOf(language)}"><div class="card"><h1>${texts.heading}</h1><p>${text}</p>
<blockquote dir="auto"><p>${stars}</p>${title && html`<p><strong>${title}</strong></p>`}<p class="said">${said}</p></blockquote>
<form method="post" action="${action}"><div class="actions"><button type="submit">${texts.button}</button></div></form>
<p class="quiet">${texts.notYou}</p></div></main>`
  return sendPage(reply, { title: texts.heading, locale: language, style: pageStyle, body })
}

const pageStyle =
  'main{padding-block-start:clamp(1rem,12vh,6rem)}.actions{margin-block:1.5rem}.card p:last-child{margin:0}' +
  'blockquote{margin:1.25rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}' +
  // A long text is read aloud whole; the button is not to be pushed out of sight.
  '.said{white-space:pre-line;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:8;overflow:hidden}'

function thank(reply: FastifyReply, language: string, { storeName, origins: [shop] }: Confirmation) {
  const { done, back } = confirmationTextsIn(language)
  const link = shop && html`<p><a href="${shop}">${fill(back, { store: isolated(storeName) })}</a></p>`
  return sendNote(reply, language, 200, done, link)
}

const sendNote = (reply: FastifyReply, ...said: Parameters<typeof note>) => sendPage(reply, note(...said))

function note(
  language: string,
  status: number,
  [heading, text]: readonly [string, string],
  more?: Html | undefined | '',
): Page {
  const body = html`<main dir="${directionOf(language)}"><div class="card"><h1>${heading}</h1><p>${text}</p>${more}</div></main>`
  return { title: heading, locale: language, status, style: pageStyle, body }
}
