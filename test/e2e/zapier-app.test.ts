import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import {
  choose,
  cookieOfOwner,
  hashVerifier,
  newVerifier,
  openConsent,
  parseForm,
  register,
  sendConsent,
} from '#resources/oauth/oauth.testing.ts'
import { startReceiver, type TestReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { freePort } from '#test/free-port.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { areas } from '../../server/entry/areas.ts'

const skip = process.env.TEST_NPM_REGISTRY
  ? false
  : 'NOT RUN: npm cannot reach its registry, where Zapier’s platform comes from'
const root = join(import.meta.dirname, '../..')
const redirect = 'https://zapier.com/dashboard/auth/oauth/return/App1CLIAPI/'

// biome-ignore lint/suspicious/noExplicitAny: Zapier's own shapes, which its schema checks
type Any = any

suite('the Zapier app', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-zapier-'))
  let service: TestService
  let shop: Shop
  let owner: Api
  let other: Shop
  let receiver: TestReceiver
  let app: Any
  let run: (method: Any, bundle?: object) => Promise<Any>
  let authData: { access_token: string; refresh_token: string }
  let platform: Any
  let storeEnvId: string

  before(async () => {
    cpSync(join(root, 'integrations/zapier'), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
    await install()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    service = await startService({ env: { PUBLIC_ORIGIN: origin } })
    await service.app.listen({ host: '127.0.0.1', port })
    receiver = await startReceiver()
    shop = await service.shop('Acme')
    other = await service.shop('Other')
    owner = await shop.signedIn()
    ;({ storeEnvId } = shop)
    const { clientId, clientSecret } = await register(shop, {
      ...{ name: 'Zapier', redirectUris: [redirect], confidential: true },
    })
    // NODE_ENV stops the platform from printing the memory use of each call.
    Object.assign(process.env, {
      NODE_ENV: 'test',
      EVIDENT_ORIGIN: origin,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
    })
    platform = await import(pathToFileURL(join(folder, 'node_modules/zapier-platform-core/index.mjs')).href)
    app = (await import(pathToFileURL(join(folder, 'index.js')).href)).default
    run = platform.createAppTester(app)
    authData = await connect()
  })
  after(async () => {
    for (const name of ['NODE_ENV', 'EVIDENT_ORIGIN', 'CLIENT_ID', 'CLIENT_SECRET']) delete process.env[name]
    await receiver?.close()
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function install() {
    const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('exit', resolve)),
    ])
    assert.equal(code, 0, `npm ci\n${out}\n${err}`)
  }

  /** Zapier adds the PKCE challenge to the authorization URL and stores the verifier. */
  async function connect() {
    const { oauth2Config } = app.authentication
    const verifier = newVerifier()
    const to = new URL(
      await run(oauth2Config.authorizeUrl, { inputData: { state: 'a state', redirect_uri: redirect } }),
    )
    to.searchParams.set('code_challenge', hashVerifier(verifier))
    to.searchParams.set('code_challenge_method', 'S256')
    if (!to.searchParams.has('scope')) to.searchParams.set('scope', oauth2Config.scope)
    const cookie = await cookieOfOwner(service, shop)
    const page = await openConsent(service, cookie, to.search.slice(1))
    assert.equal(page.status, 200, page.text)
    const form = choose(parseForm(page.text), { stores: [storeEnvId], role: 'ADMIN' })
    const { location = '' } = await sendConsent(service, cookie, form)
    const code = new URL(location).searchParams.get('code')
    const inputData = { code, redirect_uri: redirect, code_verifier: verifier }
    return run(oauth2Config.getAccessToken, { inputData })
  }

  const bundle = (inputData: object = {}, more: object = {}) => ({
    authData,
    inputData: { storeEnvId, ...inputData },
    ...more,
  })
  const perform = ({ operation }: Any, inputData: object = {}) => run(operation.perform, bundle(inputData))

  const subscribe = async (key: string) => {
    const subscribed = await run(app.triggers[key].operation.performSubscribe, bundle({}, { targetUrl: receiver.url }))
    assert.match(subscribed.secret, /^whsec_/)
    return subscribed
  }
  const heard = (subscribeData: object) => {
    const { headers, text: content, body } = receiver.received.at(-1) ?? assert.fail('nothing came')
    const named = Object.entries(headers).map(([name, value]) => [`Http-${name}`, value])
    return { subscribeData, rawRequest: { headers: Object.fromEntries(named), content }, cleanedRequest: body }
  }

  test("the app is valid by Zapier's schema", async () => {
    const { default: schema } = await import(
      pathToFileURL(join(folder, 'node_modules/zapier-platform-schema/schema.js')).href
    )
    const raw = JSON.parse(
      JSON.stringify(app, (_, value) => (typeof value === 'function' ? { source: 'return undefined' } : value)),
    )
    const { errors } = schema.validateAppDefinition(raw)
    assert.deepEqual(
      errors.map((error: { stack: string }) => error.stack),
      [],
    )
  })

  test("every event type has a trigger, with the catalogue's example", () => {
    const kinds = areas.events.map(({ name }) => name.replace(/\./g, '_'))
    assert.deepEqual(Object.keys(app.triggers).sort(), ['store', ...kinds].sort())
    for (const { name, example } of areas.events)
      assert.deepEqual(app.triggers[name.replace(/\./g, '_')].operation.sample.data.id, example.id)
    assert.deepEqual(Object.keys(app.searches).sort(), ['find_order', 'find_product', 'find_review'])
    const creates = ['approve_review', 'push_order', 'push_product', 'reply_to_review']
    assert.deepEqual(Object.keys(app.creates).sort(), creates)
  })

  test('the connection is tested, named after its stores, and refreshes its token', async () => {
    assert.deepEqual(await run(app.authentication.test, { authData }), {
      ...{ storeEnvId, organization: 'Acme', stores: 'Acme' },
    })
    const refreshed = await run(app.authentication.oauth2Config.refreshAccessToken, { authData })
    assert.notEqual(refreshed.access_token, authData.access_token)
    authData = refreshed
    const stores = await perform(app.triggers.store)
    assert.deepEqual(
      stores.map(({ id }: { id: string }) => id),
      [storeEnvId],
    )
    const dead = { authData: { access_token: `evno_${'0'.repeat(46)}` } }
    await assert.rejects(run(app.authentication.test, dead), { name: 'RefreshAuthError' })
  })

  test('products and orders are pushed and found', async () => {
    const product = await perform(app.creates.push_product, {
      ...{
        platformProductId: 'mug',
        title: 'Mug',
        variants: [{ variants_platformVariantId: 'mug-s', variants_sku: 'MUG-S' }],
        url: '',
      },
    })
    assert.equal(product.created, 1)
    const order = { platformOrderId: '1001', orderNumber: '#1001', placedAt: '2026-11-02T09:30:00Z' }
    const lineItems = [{ lineItems_platformProductId: 'mug', lineItems_quantity: 2, lineItems_title: '' }]
    assert.equal((await perform(app.creates.push_order, { ...order, lineItems })).created, 1)
    assert.equal((await perform(app.creates.push_order, { ...order, lineItems })).unchanged, 1)
    const [found] = await perform(app.searches.find_order, { orderNumber: '#1001' })
    assert.equal(found.platformOrderId, '1001')
    assert.equal((await perform(app.searches.find_product, { q: 'Mug' })).length, 1)
    assert.deepEqual(await perform(app.searches.find_product, { q: 'no such thing' }), [])
    await assert.rejects(perform(app.creates.push_product, { platformProductId: 'cup', url: 'ftp://cup' }), /https?:/)
  })

  const newReview = async (email: string) => {
    const {
      status,
      body,
      text: answered,
    } = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 5, body: 'Holds tea.', authorName: 'Ida', authorEmail: email },
    })
    assert.equal(status, 201, answered)
    return body.id as string
  }

  test('a review fires a trigger, gets a reply, and is published only when confirmed', async () => {
    const created = await subscribe('review_created')
    const id = await newReview('ida@customer.example')
    await service.runJobs()
    const hook = app.triggers.review_created.operation.perform
    const [event] = await run(hook, bundle({}, heard(created)))
    assert.deepEqual([event.event, event.data.id, event.id], ['review.created', id, event.event_id])
    const forged = heard(created)
    forged.rawRequest.content += ' '
    await assert.rejects(run(hook, bundle({}, forged)), { name: 'HaltedError' })
    await assert.rejects(run(hook, bundle({}, heard({ secret: 'whsec_another' }))), { name: 'HaltedError' })

    await perform(app.creates.reply_to_review, { id, reply: 'Thank you!' })
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.reply.body, 'Thank you!')
    for (const confirm of [false, 'no', undefined])
      await assert.rejects(perform(app.creates.approve_review, { id, confirm }), { name: 'HaltedError' })
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.status, 'pending')
    assert.equal((await perform(app.creates.approve_review, { id, confirm: true })).status, 'approved')
    const [found] = await perform(app.searches.find_review, { status: ['approved'] })
    assert.deepEqual([found.id, 'authorEmail' in found], [id, false])

    assert.deepEqual(
      await run(app.triggers.review_created.operation.performUnsubscribe, bundle({}, { subscribeData: created })),
      {},
    )
    assert.deepEqual((await shop.api.get('/outbound-webhooks')).body.data, [])
    // Deleting a hook that is already deleted succeeds.
    await run(app.triggers.review_created.operation.performUnsubscribe, bundle({}, { subscribeData: created }))
  })

  test('a dry run in the service fires no trigger', async () => {
    const made = await subscribe('review_approved')
    assert.equal((await shop.api.post(`/outbound-webhooks/${made.id}/test?event=review.approved`)).status, 202)
    await service.runJobs()
    assert.deepEqual(await run(app.triggers.review_approved.operation.perform, bundle({}, heard(made))), [])
    await shop.api.delete(`/outbound-webhooks/${made.id}`)
  })

  test('samples have the fields of real events, from the log or the catalogue', async () => {
    for (const { name, logged } of areas.events) {
      const { operation } = app.triggers[name.replace(/\./g, '_')]
      const [first, ...rest] = await run(operation.performList, bundle())
      assert.deepEqual(Object.keys(first).sort(), Object.keys(operation.sample).sort(), name)
      assert.deepEqual([first.event, first.store_env_id], [name, storeEnvId])
      assert.ok(logged || rest.length === 0)
    }
    const [latest] = await run(app.triggers.review_replied.operation.performList, bundle())
    assert.equal(latest.data.reply.body, 'Thank you!')
  })

  test("another organization's store is refused with the API's error message", async () => {
    const foreign = { ...bundle(), inputData: { storeEnvId: other.storeEnvId } }
    await assert.rejects(run(app.searches.find_review.operation.perform, foreign), /store_env_forbidden/)
    const subscribing = { ...foreign, targetUrl: receiver.url }
    await assert.rejects(
      run(app.triggers.review_created.operation.performSubscribe, subscribing),
      /store_env_forbidden/,
    )
  })

  test("the app's webhooks belong to the connection and are deleted with it", async () => {
    const made = await subscribe('review_created')
    const [connection] = (await owner.get('/account/connections')).body.data
    assert.deepEqual([made.connectionId, connection.client.name], [connection.id, 'Zapier'])
    await owner.delete(`/account/connections/${connection.id}`)
    receiver.received.length = 0
    await newReview('bo@customer.example')
    await service.runJobs()
    assert.deepEqual(receiver.received, [])
    assert.deepEqual((await shop.api.get('/outbound-webhooks')).body.data, [])
    await assert.rejects(perform(app.searches.find_review), { name: 'RefreshAuthError' })
  })
})
