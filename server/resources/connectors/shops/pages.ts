// Where Shopify sends the browser of a merchant back to who has consented. It leads on, or says what to do next: a person reads it.
import { auditAs } from '#platform/audit.ts'
import { type AppError, unauthenticated } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { basePath } from '#platform/operation.ts'
import { html } from '#platform/pages/html.ts'
import type { Page } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { finishInstallation } from './installation.ts'

export const shopPages: readonly PageRoute[] = [
  {
    id: 'connectors.finish_shopify',
    method: 'GET',
    path: `${basePath}/connectors/shopify/callback`,
    limit: 'address',
    async handle({ db, services }, request, reply) {
      reply.header('cache-control', 'no-store')
      const query = queryOf(request.url)
      // Who only looks uses up nothing.
      const isDone =
        request.method !== 'HEAD' && (await finishInstallation(db, services, () => auditAs({ type: 'system' }), query))
      if (!isDone) throw unauthenticated('This is not an answer of Shopify to a connection of yours, or it is too old.')
      return reply.redirect(`${services.origin}/admin`, 302)
    },
    refusal: (error, { url }) => refusedPage(error, queryOf(url).get('state') ?? ''),
  },
]

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}

const texts = {
  refused: {
    title: 'The shop was not connected',
    why: 'What Shopify sent back could not be accepted: each attempt is good once, for ten minutes, and for the shop that it was begun with.',
    next: 'Nothing was changed. Go to Settings, Shop, and begin again; at Shopify, install the app in that same shop.',
  },
  busy: {
    title: 'Too many attempts',
    why: 'Too many attempts came from your network within a short time, so this one was not looked at.',
    next: 'Wait a minute and load this page again. Should ten minutes have passed, begin again under Settings, Shop.',
  },
  failed: {
    title: 'The shop could not be connected',
    why: 'Something failed on our side.',
    next: 'Go to Settings, Shop, in a few minutes, and begin again. Should it fail again, write to your operator.',
  },
}

/** The store that the attempt was begun in is named by its state. Who opens the link is asked who they are all the same. */
function refusedPage({ status }: AppError, state: string): Page {
  const { title, why, next } = status === 429 ? texts.busy : status >= 500 ? texts.failed : texts.refused
  const storeEnvId = state.split('.')[1] ?? ''
  const path = isUuid(storeEnvId) ? `/admin/stores/${storeEnvId}/settings/shop` : '/admin'
  return {
    title,
    locale: 'en',
    body: html`<main>
<div class="card">
<h1>${title}</h1>
<p>${why}</p>
<p>${next}</p>
<p class="actions"><a class="button" href="${path}">Back to your shop</a></p>
</div>
</main>`,
    style: 'a.button { text-decoration: none; display: inline-block; }',
  }
}
