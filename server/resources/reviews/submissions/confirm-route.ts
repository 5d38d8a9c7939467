// The confirmation page, outside the API. Opening it changes nothing; its button confirms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fill } from '#locales/fill.ts'
import { languageOf } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import { isClosing } from '#platform/calls/closing.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { html } from '#platform/pages/html.ts'
import { cardStyle, notePage, sendNote } from '#platform/pages/note-page.ts'
import { chooseDirection, sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { isolated } from '#widgets/review-form/model.ts'
import { confirm, findConfirmation, readAuthored } from './confirmation-commands.ts'
import type { AuthoredReview, Confirmation } from './confirmation-store.ts'

const page = {
  path: '/c/:token',
  limit: 'address',
  handle: answer,
  refusal: (error, request) => {
    const language = languageOf(request.headers['accept-language'])
    return notePage(language, error.status, textsIn('link-pages', language).failed)
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
  const texts = textsIn('link-pages', language)
  if (!found || !review || review.authorEmail === null) return sendNote(reply, language, 404, texts.gone)
  if (
    decideSubscriptionState(found, now, services.config.billing).lapsed ||
    (await isClosing(db, found.organizationId))
  )
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
  const texts = textsIn('review-confirmation', language)
  const text = fill(texts.text, { store: isolated(storeName), product: isolated(productTitle ?? texts.nameless) })
  const stars = fill(textsIn('review-form', language).starsOf, { n: rating })
  const body = html`<main dir="${chooseDirection(language)}"><div class="card"><h1>${texts.heading}</h1><p>${text}</p>
<blockquote dir="auto"><p>${stars}</p>${title && html`<p><strong>${title}</strong></p>`}<p class="said">${said}</p></blockquote>
<form method="post" action="${action}"><div class="actions"><button type="submit">${texts.button}</button></div></form>
<p class="quiet">${texts.notYou}</p></div></main>`
  return sendPage(reply, { title: texts.heading, description: text, locale: language, style: cardStyle, body })
}

function thank(reply: FastifyReply, language: string, { storeName, origins: [shop] }: Confirmation) {
  const { done } = textsIn('review-confirmation', language)
  const link =
    shop &&
    html`<p><a href="${shop}">${fill(textsIn('link-pages', language).back, { store: isolated(storeName) })}</a></p>`
  return sendNote(reply, language, 200, done, link)
}
