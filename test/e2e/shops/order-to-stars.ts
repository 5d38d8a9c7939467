// Takes the steps of a buyer and a merchant from a shipped order to an approved review and its stars.
import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { listMails, tokenIn } from '#resources/review-requests/requests.testing.ts'
import { ask, hiddenIn, postForm, words } from '#resources/storefront/form/form.testing.ts'
import type { Shop, TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { packReact } from '../../plugins/react-package.ts'
import type { Steps } from './steps.ts'

const root = join(import.meta.dirname, '../../..')

/** Sends the mail of a delivered order, fills in the form behind it, and approves the review. Returns the review's id. */
export async function reviewByMail(
  service: TestService,
  store: Shop,
  orderId: string,
  productId: string,
  steps: Steps,
): Promise<string> {
  const asked = await store.api.post(`/orders/${orderId}/review-request/send`, {})
  assert.equal(asked.status, 200, asked.text)
  await until(async () => {
    await service.runJobs()
    return (await listMails(store)).length > 0
  }, 'the mail is sent')
  steps.done('mail')
  const [mail] = await listMails(store)
  const form = `/f/${tokenIn(mail)}`
  const startedAt = hiddenIn((await ask(service, 'GET', `${form}?rating=5`)).text, 'startedAt')
  // A form that is sent within seconds counts as a robot's.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const product = (await store.api.get(`/products/by-platform-id/${productId}`)).body.id
  const sent = await postForm(service, form, { productId: product, ...words, startedAt })
  assert.equal(sent.status, 303, sent.text)
  steps.done('review')
  const [written] = (await store.api.get(`/reviews?platformProductId=${productId}`)).body.data
  if (written.status !== 'approved')
    assert.equal((await store.api.put(`/reviews/${written.id}`, { status: 'approved' })).status, 200)
  return written.id
}

/** Renders stars and reviews of a product as a page of a React shop does. */
export async function renderInReact(origin: string, store: string, page: string, productId: string): Promise<string> {
  const { folder } = await packReact()
  try {
    symlinkSync(join(root, 'node_modules/react'), join(folder, 'node_modules/react'))
    const file = join(folder, 'node_modules/@evident/react/dist/index.js')
    const { loadReviews, loadSummaries, ReviewList, Stars } = await import(pathToFileURL(file).href)
    const source = { origin, store, page, timeoutMs: 10_000 }
    const { reviews } = await loadReviews(source, productId)
    const summaries = await loadSummaries(source, [productId])
    const stars = createElement(Stars, { rating: summaries[productId]?.average })
    return renderToString(createElement('main', null, stars, createElement(ReviewList, { reviews })))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
