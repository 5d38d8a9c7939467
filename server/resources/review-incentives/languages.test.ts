import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { daysAgo, openShop, order, push, start } from '#resources/review-requests/requests.testing.ts'
import { providerProperties } from '#resources/review-requests/sending/mail.ts'
import type { DueRequest, Product } from '#resources/review-requests/sending/rules.ts'
import { ask } from '#resources/storefront/form/form.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { author, begin, offered } from './review-incentives.testing.ts'

const service = provideService({ now: start })

const english = { text: 'A mug of tea', terms: 'Once per person.', locale: 'en' }
const french = { text: 'Une tasse de thé', terms: 'Une fois par personne.' }
const mugOfTea = { ...english, code: 'TEA', translations: { fr: french, de: { text: 'Ein Becher Tee' } } }

const textsOf = async (shop: Shop, locale: string, more = '') => {
  const { incentive } = await begin(shop, 'mug', `&locale=${locale}${more}`)
  return [incentive?.text, incentive?.terms]
}

const mailsOf = (shop: Shop) =>
  service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ to: string; text_body: string; html_body: string }>(sql`
      select m.recipient as to, m.text_body, m.html_body from mailbox m
       where m.store_env_id = ${shop.storeEnvId} order by m.created_at, m.id`),
  )

async function sendRequests() {
  service.advance(3 * 60_000)
  await service.tick()
  await service.runJobs()
}

test('a form has the offer in the language of its reader, else its base language, else the original', async () => {
  const shop = await openShop(service)
  await offered(shop.api, mugOfTea)
  for (const [locale, text, terms] of [
    ['fr', french.text, french.terms],
    ['fr-CA', french.text, french.terms],
    ['fr_ca', french.text, french.terms],
    ['de', 'Ein Becher Tee', english.terms],
    ['en', english.text, english.terms],
    ['en-GB', english.text, english.terms],
    ['sv', english.text, english.terms],
  ] as const)
    assert.deepEqual(await textsOf(shop, locale), [text, terms], locale)
  assert.equal((await begin(shop)).incentive?.text, english.text)
  assert.equal((await shop.storefront.get('/storefront/review-form?platformProductId=mug&locale=no%20tag')).status, 400)
})

test('a country of its own comes before the language, and the original before a translation into its language', async () => {
  const shop = await openShop(service)
  await offered(shop.api, {
    ...{ code: 'A', text: 'Uma caneca', locale: 'pt-BR' },
    translations: { pt: { text: 'Uma chávena' }, 'pt-BR': { text: 'never read' } },
  })
  const texts = []
  for (const locale of ['pt-BR', 'pt-PT', 'pt']) texts.push((await textsOf(shop, locale))[0])
  assert.deepEqual(texts, ['Uma caneca', 'Uma chávena', 'Uma chávena'])
})

test('tags are canonical, blank texts are dropped, and PATCH replaces translations as a whole', async () => {
  const shop = await openShop(service)
  const { id } = await offered(shop.api, {
    ...{ code: 'A', locale: 'en_gb' },
    translations: { pt_br: { text: ' Uma caneca ', terms: ' ', code: 'A' }, nl: { terms: null }, de: {} },
  })
  const read = async () => (await shop.api.get(`/review-incentives/${id}`)).body
  assert.deepEqual((await read()).translations, { 'pt-BR': { text: 'Uma caneca' } })
  assert.equal((await read()).locale, 'en-GB')
  await shop.api.patch(`/review-incentives/${id}`, { lowAt: 3 })
  assert.deepEqual((await read()).translations, { 'pt-BR': { text: 'Uma caneca' } })
  await shop.api.patch(`/review-incentives/${id}`, { locale: null, translations: { it: { text: 'Una tazza' } } })
  const { locale, translations } = (await shop.api.get('/review-incentives')).body.data[0]
  assert.deepEqual([locale, translations], [null, { it: { text: 'Una tazza' } }])
})

test('longer texts, more languages and malformed tags get 400 with the field, and nothing changes', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  const { id } = await offered(shop.api, mugOfTea)
  const inFrench = (texts: object) => ({ translations: { fr: texts } })
  const most = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `q${String.fromCharCode(97 + (i % 20))}${String.fromCharCode(97 + Math.floor(i / 20))}`,
        { text: 'A' },
      ]),
    )
  for (const [body, path] of [
    [inFrench({ text: 'x'.repeat(121) }), '/translations/fr/text'],
    [inFrench({ text: ' ' }), '/translations/fr/text'],
    [inFrench({ text: 'a\0b' }), '/translations/fr/text'],
    [inFrench({ terms: 'x'.repeat(1001) }), '/translations/fr/terms'],
    [inFrench({ terms: 'a\0b' }), '/translations/fr/terms'],
    [{ translations: most(51) }, '/translations'],
    [{ translations: { 'no tag': { text: 'A' } } }, '/translations'],
    [{ translations: { 'pt-br': { text: 'A' }, pt_BR: { text: 'B' } } }, '/translations/pt-BR'],
    [{ locale: 'no tag' }, '/locale'],
  ] as const)
    for (const answer of [
      await shop.api.patch(`/review-incentives/${id}`, body),
      await shop.api.post('/review-incentives', { kind: 'coupon', text: 'A', ...body }),
    ]) {
      assert.equal(answer.status, 400, `${path} ${answer.text}`)
      assert.ok(answer.body.details?.[0]?.path.startsWith(path), answer.text)
    }
  assert.deepEqual((await shop.api.get(`/review-incentives/${id}`)).body.translations, mugOfTea.translations)
  const largest = { text: 'x'.repeat(120), terms: 'x'.repeat(1000) }
  const accepted = { translations: { ...most(49), fr: largest } }
  assert.equal((await other.api.patch(`/review-incentives/${id}`, accepted)).status, 404)
  const { status, text } = await shop.api.patch(`/review-incentives/${id}`, accepted)
  assert.equal(status, 200, text)
  assert.deepEqual(await textsOf(shop, 'fr'), [largest.text, largest.terms])
})

test('a form keeps the translations that it showed, and the offer stays one promise', async () => {
  const shop = await openShop(service)
  const { id } = await offered(shop.api, mugOfTea)
  const { startedAt } = await begin(shop, 'mug', '&locale=fr')
  const translations = { fr: { text: 'Deux tasses' } }
  const { status, text } = await shop.api.patch(`/review-incentives/${id}`, { translations })
  assert.equal(status, 200, text)
  const again = `&startedAt=${startedAt}`
  assert.deepEqual(await textsOf(shop, 'fr', again), [french.text, french.terms])
  assert.deepEqual(await textsOf(shop, 'de', again), ['Ein Becher Tee', english.terms])
  assert.deepEqual(await textsOf(shop, 'fr'), ['Deux tasses', english.terms])
  service.advance(5_000)
  const write = await author(service, shop)
  await write('one@customer.example', { startedAt, locale: 'fr' })
  await write('one@customer.example', { platformProductId: 'tea', locale: 'de' })
  const { data } = (await shop.api.get(`/review-incentives/${id}/rewards`)).body
  assert.deepEqual(
    data.map(({ code }: { code: string }) => code),
    ['TEA', 'TEA'],
  )
  await service.runJobs()
  const mails = (await mailsOf(shop)).map(({ text_body: body }) => body)
  assert.ok(
    mails.some((body) => body.includes(french.text) && body.includes(french.terms)),
    mails.join('\n'),
  )
  assert.ok(
    mails.some((body) => body.includes(english.text)),
    'the second form was written under the changed offer, which has no German text',
  )
})

test('requests, reminders and the form have the offer in the language of the order', async () => {
  const shop = await openShop(service)
  await shop.api.put('/email/settings', { reminders: 1, reminderDelayDays: 3 })
  await offered(shop.api, mugOfTea)
  const locales = { 'in-french': 'fr-BE', 'in-swedish': 'sv', unknown: null }
  await push(shop, ...Object.entries(locales).map(([id, locale]) => order(id, { locale })))
  await sendRequests()
  service.advance(3 * 86_400_000)
  await sendRequests()
  const mails = Map.groupBy(await mailsOf(shop), ({ to }) => to)
  for (const id of Object.keys(locales)) {
    const own = mails.get(`${id}@customer.example`) ?? []
    assert.equal(own.length, 2, id)
    const [text, terms] = id === 'in-french' ? [french.text, french.terms] : [english.text, english.terms]
    for (const { text_body: plain, html_body: page } of own) {
      assert.ok(plain.includes(text) && plain.includes(terms), plain)
      assert.ok(page.includes(text), id)
    }
    const [, token = ''] = /\/f\/([\w-]{22})/.exec(own[0]?.text_body ?? '') ?? []
    const form = (await ask(service, 'GET', `/f/${token}`)).text
    assert.ok(form.includes(text) && form.includes(terms), id)
    assert.equal(form.includes(id === 'in-french' ? english.text : french.text), false, id)
  }
})

test('the form of an order without a language has the offer in the language of the browser', async () => {
  const shop = await openShop(service)
  await offered(shop.api, mugOfTea)
  await push(shop, order('quiet', { locale: null }))
  await sendRequests()
  const [mail] = await mailsOf(shop)
  const [, token = ''] = /\/f\/([\w-]{22})/.exec(mail?.text_body ?? '') ?? []
  const headers = { 'accept-language': 'fr-CH,fr;q=0.9,en;q=0.8' }
  const { text } = await ask(service, 'GET', `/f/${token}`, { headers })
  assert.ok(text.includes(french.text) && text.includes('lang="fr"'))
})

test('previews and test mails have the offer in their own language', async () => {
  const shop = await openShop(service)
  await offered(shop.api, mugOfTea)
  for (const name of ['review_request', 'review_reminder'])
    for (const [locale, text] of [
      ['fr', french.text],
      ['de', 'Ein Becher Tee'],
      ['it', english.text],
    ])
      assert.match((await shop.api.post(`/email/templates/${name}/preview`, { locale })).body.text, RegExp(`${text}`))
  const sent = await shop.api.post('/email/templates/review_request/test', { to: shop.ownerEmail, locale: 'fr' })
  assert.equal(sent.status, 202, sent.text)
  await service.runJobs()
  assert.ok((await mailsOf(shop)).at(-1)?.text_body.includes(french.text))
})

test('an order that saw the original keeps it after a translation is added', async () => {
  const shop = await openShop(service)
  const { id } = await offered(shop.api, { ...english, code: 'TEA' })
  await push(shop, order('early', { locale: 'fr', placedAt: daysAgo(21) }))
  await sendRequests()
  await shop.api.patch(`/review-incentives/${id}`, { translations: { fr: french } })
  const [mail] = await mailsOf(shop)
  const [, token = ''] = /\/f\/([\w-]{22})/.exec(mail?.text_body ?? '') ?? []
  const form = (await ask(service, 'GET', `/f/${token}`)).text
  assert.ok(form.includes(english.text) && !form.includes(french.text))
})

test('events for providers have the offer in the language of the order, else the original', () => {
  const offer = { incentiveId: '1', version: 1, points: null, kind: 'coupon' as const, ...mugOfTea }
  const read = (locale: string | null) =>
    providerProperties(
      {
        due: { id: '1', locale, orderNumber: '1', placedAt: null } as unknown as DueRequest,
        products: [{ id: 'mug', title: 'Mug', imageUrl: null } as unknown as Product],
        ...{ token: 'T', reminder: 0, offers: new Map([['mug', offer]]) },
      },
      { name: 'Larkmoor', origins: [] },
      'https://reviews.example.com',
    )
  for (const [locale, { text, terms }] of [
    ['fr-BE', french],
    [null, english],
    ['sv', english],
  ] as const) {
    const { incentive_text: shown, incentive_terms: small, products } = read(locale)
    assert.deepEqual([shown, small], [text, terms])
    assert.equal((products as { incentive_text: string }[])[0]?.incentive_text, text)
  }
})
