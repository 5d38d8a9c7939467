import assert from 'node:assert/strict'
import type { Api, Shop, TestService } from '#test/service.ts'

export type FaqBody = {
  id: string
  question: string
  status: string
  position: number
  updatedAt: string
  answerHtml: string
}

export async function written(api: Api, more: object = {}): Promise<FaqBody> {
  const { status, body, text } = await api.post('/faqs', {
    question: 'Is it dishwasher safe?',
    answer: 'Yes.',
    ...more,
  })
  assert.equal(status, 201, text)
  return body
}

export const published = (api: Api, more: object = {}) => written(api, { status: 'published', ...more })

export async function shown(
  shop: Shop,
  query = '',
): Promise<{ id: string; question: string; answerHtml: string; group: string | null }[]> {
  const { status, body, text } = await shop.storefront.get(`/storefront/faqs?limit=100${query}`)
  assert.equal(status, 200, text)
  return body.data
}

export const questionsShown = async (shop: Shop, query = '') =>
  (await shown(shop, query)).map(({ question }) => question)

export async function asker(service: TestService, shop: Shop, page: Api = shop.storefront) {
  const { startedAt } = (await page.get('/storefront/forms')).body
  service.advance(5_000)
  return (more: object = {}, headers: Record<string, string> = {}) =>
    page.post(
      '/storefront/faqs/questions',
      { question: 'Does it fit a car?', email: 'jane.doe@customer.example', consent: true, startedAt, ...more },
      headers,
    )
}
