// Turns off a mail to a person of the team, as RFC 8058 asks. A valid link works without cookies, and only a POST changes data.
import type { FastifyRequest } from 'fastify'
import { fill } from '#locales/fill.ts'
import { languageOf } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { html } from '#platform/pages/html.ts'
import { type Page, sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { notFound } from '#platform/values/errors.ts'
import { readStopToken } from './notice-rules.ts'
import * as store from './notice-store.ts'

const route = {
  path: '/n/:token',
  limit: 'refusals',
  refusal: ({ status }, { headers }) => (status === 404 ? missingPage(headers['accept-language']) : undefined),
} satisfies Partial<PageRoute>

export const notificationPages: readonly PageRoute[] = [
  {
    ...route,
    id: 'analytics.notification_page',
    method: 'GET',
    handle: async (kernel, request, reply) => sendPage(reply, buildPage(await find(kernel, request), false)),
  },
  {
    ...route,
    id: 'analytics.stop_notification',
    method: 'POST',
    async handle(kernel, request, reply) {
      const found = await find(kernel, request)
      await kernel.db.store(found.scope, 'write', (tx) => store.stop(tx, found.id, found.kind))
      return sendPage(reply, buildPage(found, true))
    },
  },
]

type StopTarget = Awaited<ReturnType<typeof find>>

async function find({ db, services }: Kernel, { params }: FastifyRequest) {
  const link = readStopToken(services.secrets, (params as { token: string }).token)
  const [shop] = link ? await db.ask(store.findShop(link.storeEnvId)) : []
  if (!link || !shop) throw notFound('link')
  const scope = { storeEnvId: link.storeEnvId, organizationId: shop.organizationId }
  const recipient = await db.store(scope, 'read', (tx) => store.findRecipientKind(tx, link.id))
  if (!recipient) throw notFound('link')
  return { ...link, scope, storeName: shop.storeName, language: recipient.language }
}

function buildPage({ kind, language, storeName }: StopTarget, isDone: boolean): Page {
  const words = textsIn('team-mails', language)
  const mail = words.kinds[kind]
  const title = isDone ? words.page.doneTitle : words.page.title
  const text = fill(isDone ? words.page.done : words.page.question, { mail, store: storeName })
  return {
    title,
    locale: language,
    body: html`<main>
<div class="card">
<h1>${title}</h1>
<p>${text}</p>
${!isDone && html`<form method="post" class="actions"><button>${words.page.leave}</button></form>`}
</div>
</main>`,
  }
}

function missingPage(wishes: string | undefined): Page {
  const language = languageOf(wishes?.slice(0, 200))
  const { missingTitle, missing } = textsIn('unsubscribing', language)
  return {
    title: missingTitle,
    locale: language,
    status: 404,
    body: html`<main>
<div class="card">
<h1>${missingTitle}</h1>
<p>${missing}</p>
</div>
</main>`,
  }
}
