import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { definitions } from '../template-definitions/definitions.ts'
import type { renderMessage } from './commands.ts'
import { assertWrong, at, inStore, render, startTemplates } from './templates.testing.ts'

const setup = startTemplates()

test("the list has every template, its variables and the store's own languages", async () => {
  const shop = await setup.service.shop()
  await shop.api.put(at('review_reply', 'sv'), { subject: 'Svar' })
  const { status, body } = await (await shop.as('VIEWER')).get('/email/templates')
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map((each: { name: string }) => each.name),
    definitions.map(({ name }) => name),
  )
  const [first, , , reply] = body.data
  assert.equal(first.category, 'review_requests')
  assert.ok(first.variables.includes('products[].stars[].url') && first.variables.includes('unsubscribeUrl'))
  assert.deepEqual([first.customizedLocales, reply.customizedLocales], [[], ['sv']])
  assert.deepEqual(first.builtInLocales, ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ar', 'he'])
})

test("the list has each subject in the store's language: its own text, or else the built-in one", async () => {
  const shop = await setup.service.shop()
  const listed = async () =>
    Object.fromEntries(
      (await shop.api.get('/email/templates')).body.data.map((each: { name: string; subject: string }) => [
        each.name,
        each.subject,
      ]),
    )
  const builtIn = async (name: string) => (await shop.api.get(at(name, 'en'))).body.defaults.subject
  await shop.api.put(at('review_reply', 'de'), { subject: 'Antwort' })
  await shop.api.put(at('review_request', 'de'), { heading: 'Na?' })
  assert.equal((await listed()).review_reply, await builtIn('review_reply'))
  await shop.api.put('/email-branding', { defaultLocale: 'de' })
  const { review_reply: own, review_request: untouched } = await listed()
  assert.equal(own, 'Antwort')
  assert.equal(untouched, (await shop.api.get(at('review_request', 'de'))).body.defaults.subject)
})

test('a template that the store did not change is built in, with all its variables', async () => {
  const { body } = await (await setup.shop.as('VIEWER')).get(at('review_request', 'de-AT'))
  assert.deepEqual([body.locale, body.customized, body.updatedAt, body.content.mjml], ['de-AT', false, null, null])
  assert.match(body.content.body, /^\{% if customer.name %\}Guten Tag/)
  assert.equal(body.content.subject, body.defaults.subject)
  assert.match(body.defaults.mjml, /^<mjml/)
  const firstName = body.variables.find((each: { name: string }) => each.name === 'customer.firstName')
  assert.equal(firstName.sample, 'Anna')
  assert.match(firstName.description, /first name/)
})

test("the store's own language is the default", async () => {
  const shop = await setup.service.shop()
  assert.equal((await shop.api.get(at('review_request'))).body.locale, 'en')
  await shop.api.put('/email-branding', { defaultLocale: 'fr' })
  const { body } = await shop.api.get(at('review_request'))
  assert.equal(body.locale, 'fr')
  assert.match(body.content.button, /avis/)
})

test('in every request an unknown template returns 404, and an invalid language 400', async () => {
  const { shop } = setup
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PUT', '', { subject: 'x' }],
    ['DELETE', ''],
    ['POST', '/preview', {}],
    ['POST', '/test', { to: shop.ownerEmail }],
  ]
  for (const [method, path, body] of calls) {
    assert.equal((await shop.api.call(method, `/email/templates/nothing${path}`, body)).status, 404, method + path)
    const inBody = method === 'POST'
    const answer = await shop.api.call(
      method,
      `/email/templates/review_request${path}${inBody ? '' : '?locale=1!x'}`,
      inBody ? { ...(body as object), locale: '1!x' } : body,
    )
    assertWrong(answer, '/locale', /language tag/)
  }
})

test('an unsaved look can be previewed, and its errors name their path in the request', async () => {
  const shop = await setup.service.shop()
  const preview = (branding: object) => shop.api.post('/email/templates/review_request/preview', { branding })
  const before = (await shop.api.get('/email-branding')).body
  const { status, body } = await preview({
    colors: { button: '#123456' },
    footerText: 'Seen nowhere else',
    defaultLocale: 'de',
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.match(body.html, /#123456/)
  assert.match(body.text, /Seen nowhere else/)
  assert.equal(body.locale, 'de')
  assert.deepEqual((await shop.api.get('/email-branding')).body, before)
  const refused = await preview({ colors: { text: '#eeeeee', surface: '#ffffff' } })
  assertWrong(refused, '/branding/colors/text', /contrast/)
})

test("a store's own texts are stored and sent, and can be reset", async () => {
  const shop = await setup.service.shop()
  const { status, body } = await shop.api.put(at('review_request', 'en-gb'), {
    subject: 'Hello {{ customer.firstName | default: "you" }}',
    body: 'One.\n\nTwo for <strong>{{ customer.name }}</strong>.',
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.locale, body.customized], ['en-GB', true])
  assert.match(body.updatedAt, /^2026-11-21T09:0/)
  assert.deepEqual(body.customizedLocales, ['en-GB'])
  assert.equal(body.content.heading, body.defaults.heading)
  assert.notEqual(body.content.subject, body.defaults.subject)

  const british = await render(setup, shop, { locale: 'en_GB' })
  assert.equal(british.subject, 'Hello Anna')
  assert.match(british.html, /<strong>Anna Keller<\/strong>/)
  assert.match(british.text, /One\.\n\nTwo for Anna Keller\./)
  assert.match((await render(setup, shop, { locale: 'en-US' })).subject, /What do you think/)

  assert.equal((await shop.api.delete(at('review_request', 'en-GB'))).status, 204)
  assert.equal((await shop.api.delete(at('review_request', 'en-GB'))).status, 204)
  assert.match((await render(setup, shop, { locale: 'en-GB' })).subject, /What do you think/)
  assert.equal((await shop.api.get(at('review_request', 'en-GB'))).body.customized, false)
  const owner = await shop.signedIn()
  const { body: log } = await owner.get('/account/audit-log')
  const actions = log.data.map((each: { action: string }) => each.action)
  assert.deepEqual(
    actions.filter((action: string) => action.startsWith('email_template')),
    ['email_template.reset', 'email_template.updated'],
  )
})

test('a change affects the next mail, although processes cache parsed templates', async () => {
  const shop = await setup.service.shop()
  for (const subject of ['First', 'Second', 'Third']) {
    await shop.api.put(at('review_request', 'en'), { subject })
    assert.equal((await render(setup, shop)).subject, subject)
    assert.equal((await render(setup, shop)).subject, subject)
  }
})

test('fields missing from the request return to the built-in texts, and empty requests are refused', async () => {
  const shop = await setup.service.shop()
  await shop.api.put(at('review_request', 'de'), { subject: 'A', heading: 'B' })
  const { body } = await shop.api.put(at('review_request', 'de'), { heading: 'C', subject: null, button: '  ' })
  assert.deepEqual([body.content.subject, body.content.heading], [body.defaults.subject, 'C'])
  assert.equal(body.content.button, body.defaults.button)
  assert.equal((await shop.api.put(at('review_request', 'de'), { subject: null })).body.customized, false)
})

test('saving the response of GET unchanged deletes no texts', async () => {
  const shop = await setup.service.shop()
  await shop.api.put(at('review_request', 'de'), { subject: 'A' })
  const { body } = await shop.api.get(at('review_request', 'de'))
  assert.equal((await shop.api.put(at('review_request', 'de'), body)).status, 400)
  assert.equal((await shop.api.get(at('review_request', 'de'))).body.content.subject, 'A')
})

test("a store can leave a mail's preheader empty", async () => {
  const shop = await setup.service.shop()
  const { body } = await shop.api.put(at('review_request', 'en'), { preheader: '' })
  assert.deepEqual([body.customized, body.content.preheader], [true, ''])
})

test('a language that is not built in can be added, with its own direction', async () => {
  const shop = await setup.service.shop()
  await shop.api.put(at('review_request', 'fa'), { subject: 'نظر شما چیست؟', body: 'ممنون {{ customer.firstName }}' })
  const { subject, html } = await render(setup, shop, { locale: 'fa-IR' })
  assert.equal(subject, 'نظر شما چیست؟')
  assert.match(html, /<html lang="fa-IR" dir="rtl"/)
})

test("one store's texts never appear in another store's mail", async () => {
  const { shop } = setup
  await shop.api.put(at('review_reminder', 'nl'), { subject: 'Alleen van ons' })
  assert.doesNotMatch(
    (await render(setup, setup.other, { template: 'review_reminder', locale: 'nl' })).subject,
    /Alleen/,
  )
  assert.equal((await setup.other.api.get(at('review_reminder', 'nl'))).body.customized, false)
  await setup.other.api.delete(at('review_reminder', 'nl'))
  assert.equal((await shop.api.get(at('review_reminder', 'nl'))).body.customized, true)
})

test('a broken stored template is reported, and the built-in one is sent', async () => {
  const shop = await setup.service.shop()
  await shop.api.put(at('review_request', 'en'), { subject: 'Mine' })
  for (const subject of ['{{ a | gone }}', '{% for i in (1..1000000000) %}x{% endfor %}', '{{']) {
    await inStore(
      setup,
      shop,
      (tx) =>
        tx.run(sql`
          update email_templates set subject = ${subject}, version = gen_random_uuid() where store_env_id = ${tx.storeEnvId}`),
      'write',
    ).catch(() => undefined)
    const logged: object[] = []
    const log = { warn: (fields: object) => logged.push(fields) } as unknown as Parameters<typeof renderMessage>[2]
    assert.match((await render(setup, shop, {}, log)).subject, /What do you think/)
    assert.equal(logged.length, 1, subject)
  }
})

test('only an administrator replaces, resets and tests templates; a member may preview them', async () => {
  const { shop } = setup
  const member = await shop.as('MEMBER')
  const refused = [
    await member.put(at('review_request'), { subject: 'x' }),
    await member.delete(at('review_request')),
    await member.post('/email/templates/review_request/test', { to: shop.ownerEmail }),
  ]
  for (const answer of refused) assert.equal(answer.body.code, 'role_insufficient')
  assert.equal((await member.post('/email/templates/review_request/preview', {})).status, 200)
  assert.equal((await (await setup.shop.as('VIEWER')).get(at('review_request'))).status, 200)
})

test('after parallel saves, one of the texts is stored completely', async () => {
  const shop = await setup.service.shop()
  const texts = ['one', 'two', 'three', 'four']
  const answers = await Promise.all(
    texts.map((text) => shop.api.put(at('review_request', 'en'), { subject: text, heading: text })),
  )
  for (const { status } of answers) assert.equal(status, 200)
  const { content } = (await shop.api.get(at('review_request', 'en'))).body
  assert.ok(texts.includes(content.subject))
  assert.equal(content.heading, content.subject)
})

test('a template accepts at most sixty languages', async () => {
  const shop = await setup.service.shop()
  const locales = Array.from(
    { length: 61 },
    (_, i) => `en-${String.fromCharCode(65 + Math.floor(i / 26))}${String.fromCharCode(65 + (i % 26))}`,
  )
  for (const locale of locales.slice(0, 60))
    assert.equal((await shop.api.put(at('review_request', locale), { subject: 'x' })).status, 200)
  assert.equal((await shop.api.put(at('review_request', locales[60]), { subject: 'x' })).status, 409)
  assert.equal((await shop.api.put(at('review_request', locales[0]), { subject: 'y' })).status, 200)
})
