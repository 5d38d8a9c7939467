// The page behind the mailed link. A GET changes nothing; the button confirms.
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
import { findSubscription } from '#resources/billing/commands.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { isolated } from '#widgets/review-form/model.ts'
import { confirmLead, isTooOld } from '../leads/commands.ts'
import type { LeadRow } from '../leads/rules.ts'
import { readConfirmation } from './commands.ts'
import * as store from './store.ts'

const page = {
  path: '/l/:token',
  limit: 'address',
  handle: answer,
  refusal: (error, request) => {
    const language = languageOf(request.headers['accept-language'])
    return notePage(language, error.status, textsIn('link-pages', language).failed)
  },
} satisfies Partial<PageRoute>

export const confirmationPages: readonly PageRoute[] = [
  { ...page, id: 'galleries.lead_confirmation_page', method: 'GET' },
  { ...page, id: 'galleries.confirm_lead', method: 'POST' },
]

async function answer({ db, services }: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params as { token: string }
  const named = readConfirmation(services.secrets, token)
  const [shop] = named ? await db.ask(store.findShop(named.storeEnvId)) : []
  const now = services.clock.now()
  const scope = named && shop && { storeEnvId: named.storeEnvId, organizationId: shop.organizationId }
  const found = scope && (await db.store(scope, 'read', (tx) => store.find(tx, named.id)))
  const language = languageOf(found?.lead.locale ?? undefined, request.headers['accept-language'])
  const texts = textsIn('link-pages', language)
  if (!scope || !found || isGone(found.lead, now)) return sendNote(reply, language, 404, texts.gone)
  const subscription = await db.store(scope, 'read', findSubscription)
  const isLapsed = !subscription || decideSubscriptionState(subscription, now, services.config.billing).lapsed
  if (isLapsed || (await isClosing(db, scope.organizationId))) return sendNote(reply, language, 403, texts.closed)
  if (found.lead.confirmedAt !== null) return thank(reply, language, found)
  if (request.method !== 'POST') return ask(reply, language, `/l/${token}`, found)
  const isConfirmed = await db.store(scope, 'write', (tx) => confirmLead(tx, named.id))
  return isConfirmed ? thank(reply, language, found) : sendNote(reply, language, 404, texts.gone)
}

const isGone = (lead: LeadRow, now: Date): boolean =>
  isTooOld(lead, now) || (lead.confirmedAt === null && lead.status !== 'unconfirmed')

async function ask(
  reply: FastifyReply,
  language: string,
  action: string,
  { lead, storeName }: store.ConfirmationFacts,
) {
  const texts = textsIn('lead-confirmation', language)
  const text = fill(texts.text, { store: isolated(storeName) })
  const body = html`<main dir="${chooseDirection(language)}"><div class="card"><h1>${texts.heading}</h1><p>${text}</p>
${lead.message && html`<blockquote dir="auto"><p class="said">${lead.message}</p></blockquote>`}
<form method="post" action="${action}"><div class="actions"><button type="submit">${texts.button}</button></div></form>
<p class="quiet">${texts.notYou}</p></div></main>`
  return sendPage(reply, { title: texts.heading, description: text, locale: language, style: cardStyle, body })
}

function thank(reply: FastifyReply, language: string, { storeName, origins: [shop] }: store.ConfirmationFacts) {
  const { done } = textsIn('lead-confirmation', language)
  const link =
    shop &&
    html`<p><a href="${shop}">${fill(textsIn('link-pages', language).back, { store: isolated(storeName) })}</a></p>`
  return sendNote(reply, language, 200, done, link)
}
