import assert from 'node:assert/strict'
import type { Answer, Api, Shop, TestService } from '#test/service.ts'

let made = 0

export async function page(api: Api, more: object = {}) {
  const body = { kind: 'landing', slug: `page-${++made}`, title: 'About us', ...more }
  const answer = await api.post('/web-pages', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export async function published(api: Api, more: object = {}) {
  const { id } = await page(api, more)
  const answer = await api.post(`/web-pages/${id}/publish`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export async function visit(
  service: TestService,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Pick<Answer, 'status' | 'headers' | 'text'>> {
  const address = url.startsWith('http') ? url.slice(new URL(url).origin.length) : url
  const answer = await service.app.inject({ method, url: address, headers })
  return { status: answer.statusCode, headers: answer.headers as Answer['headers'], text: answer.body }
}

export const setHandle = async (shop: Shop, handle: string): Promise<string> => {
  const answer = await shop.api.put('/web-pages/settings', { handle })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.baseUrl
}

export const canonicalIn = (html: string) => /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]

export const jsonLdIn = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json))
