// The confirmation page, outside the API. Opening it changes nothing; its button confirms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isClosing } from '#platform/calls/closing.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { html } from '#platform/pages/html.ts'
import { linkTextsIn } from '#platform/pages/link-texts.ts'
import { cardStyle, notePage, sendNote } from '#platform/pages/note-page.ts'
import { directionOf, sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { subscriptionStateOf } from '#resources/billing/rules.ts'
import { fill, isolated } from '#widgets/review-form/model.ts'
import { languageOf, textsIn } from '#widgets/review-form/texts/texts.ts'
import { confirm, findConfirmation, readAuthored } from './confirmation-commands.ts'
import type { AuthoredReview, Confirmation } from './confirmation-store.ts'
import { confirmationTextsIn } from './confirmation-texts.ts'

const page = {
  path: '/c/:token',
  limit: 'address',
  handle: answer,
  refusal: (error, request) => {
    const language = languageOf(request.headers['accept-language'])
    return notePage(language, error.status, linkTextsIn(language).failed)
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
  const texts = linkTextsIn(language)
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
  { productTitle, rating, title, body: said }: AuthoredReview,
) {
  const texts = confirmationTextsIn(language)
  const text = fill(texts.text, { store: isolated(storeName), product: isolated(productTitle ?? texts.nameless) })
  const stars = fill((await textsIn(language)).starsOf, { n: rating })
  const body = html`<main dir="${directionOf(language)}"><div class="card"><h1>${texts.heading}</h1><p>${text}</p>
<blockquote dir="auto"><p>${stars}</p>${title && html`<p><strong>${title}</strong></p>`}<p class="said">${said}</p></blockquote>
<form method="post" action="${action}"><div class="actions"><button type="submit">${texts.button}</button></div></form>
<p class="quiet">${texts.notYou}</p></div></main>`
  return sendPage(reply, { title: texts.heading, description: text, locale: language, style: cardStyle, body })
}

function thank(reply: FastifyReply, language: string, { storeName, origins: [shop] }: Confirmation) {
  const { done } = confirmationTextsIn(language)
  const link =
    shop && html`<p><a href="${shop}">${fill(linkTextsIn(language).back, { store: isolated(storeName) })}</a></p>`
  return sendNote(reply, language, 200, done, link)
}
