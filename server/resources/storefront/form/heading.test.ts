import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import { provideService, type Shop } from '#test/service.ts'
import { ask, hiddenIn, order, postForm, words } from './form.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T12:00:00Z') }, async () => {
  shop = await service.shop('Larkmoor')
})

const parseHead = (page: string) => {
  const main = page.slice(page.indexOf('<main'))
  return [
    /<h1[^>]*>(.*?)<\/h1>/.exec(main)?.[1],
    /<p class="quiet"[^>]*>(.*?)<\/p>/.exec(main)?.[1],
    /<title>(.*?)<\/title>/.exec(page)?.[1],
  ]
}
const asks = /How do you like it|Tell others what it is really like/

test('after a review of the only product, the page requests no other review', async () => {
  const { token, products } = await order(service, shop)
  const url = `/f/${token}`
  const page = await ask(service, 'GET', url)
  assert.match(parseHead(page.text).join(), asks)
  service.advance(4_000)
  const sent = await postForm(service, url, {
    productId: products[0] ?? '',
    startedAt: hiddenIn(page.text, 'startedAt'),
    ...words,
  })
  for (const address of [String(sent.headers.location), url]) {
    const { text } = await ask(service, 'GET', address)
    assert.deepEqual(parseHead(text), [
      'All done',
      'You have reviewed everything in this order.',
      'All done – Larkmoor',
    ])
    assert.doesNotMatch(text, asks)
  }
})

test('after one of two reviews the page requests the other; after both, it requests none', async () => {
  const { token, products } = await order(service, shop, { products: ['mug', 'jug'] })
  const [mug = '', jug = ''] = products
  const url = `/f/${token}`
  const send = async (id: string, field: (name: string) => string) => {
    const { text } = await ask(service, 'GET', url)
    service.advance(4_000)
    const fields = { startedAt: hiddenIn(text, field('startedAt')), ...words }
    const named = Object.fromEntries(Object.entries(fields).map(([name, value]) => [field(name), value]))
    return postForm(service, url, { productId: id, ...named })
  }
  const first = await send(mug, (name) => `${mug}.${name}`)
  const between = await ask(service, 'GET', String(first.headers.location))
  const [heading, text, title] = parseHead(between.text)
  assert.deepEqual([heading, title], ['And the rest of your order?', 'Write a review – Larkmoor'])
  assert.equal(text, 'Tell others about it too. Both praise and criticism help.')
  const last = await send(jug, (name) => name)
  assert.equal(last.status, 303)
  assert.equal(parseHead((await ask(service, 'GET', url)).text)[0], 'All done')
})

test('in every language the heading after the last review asks no question', () => {
  for (const language of languages)
    for (const text of Object.values(textsIn('hosted-form', language).allDone))
      assert.doesNotMatch(text, /[?؟]/, language)
})
