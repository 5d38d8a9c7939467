import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { findSnippet, readGuide } from '#test/snippets.ts'
import { until } from '#test/until.ts'
import { keepPicture } from '../admin.ts'
import { launchBrowser, noBrowser, openPage } from '../browser.ts'
import { skip } from './installed.ts'
import { packNode, type RealN8n, startN8n } from './real-n8n.ts'
import { assertText, hostileReview, keepGuidePicture } from './ten-minutes.ts'

describe('a real n8n', { skip }, () => {
  let files: readonly string[]
  let service: TestService
  let shop: Shop
  let n8n: RealN8n
  let origin: string
  let credential: object
  before(async () => {
    const packed = await packNode()
    files = packed.files
    origin = `http://127.0.0.1:${await freePort()}`
    service = await startService({ env: { PUBLIC_ORIGIN: origin } })
    await service.app.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) })
    shop = await service.shop()
    n8n = await startN8n(packed.tarball)
    credential = await addCredential(origin)
  })
  after(async () => {
    await n8n?.stop()
    await service?.close()
  })

  const dataOf = (address: string, apiKey = shop.adminKey) => ({
    ...{ origin: address, storeEnvId: shop.storeEnvId, apiKey },
  })
  async function addCredential(address: string): Promise<object> {
    const name = 'Evident account'
    const { id } = await n8n.rest('POST', '/credentials', { name, type: 'evidentApi', data: dataOf(address) })
    return { evidentApi: { id, name } }
  }
  async function addWorkflow(nodes: readonly { name: string }[]): Promise<string> {
    const placed = nodes.map((node, i) => ({ id: randomUUID(), typeVersion: 1, position: [i * 200, 0], ...node }))
    const connections = Object.fromEntries(
      nodes.slice(1).map(({ name }, i) => [nodes[i]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
    )
    return await activate({ name: `Workflow ${randomUUID()}`, nodes: placed, connections, settings: {} })
  }
  async function activate(workflow: object): Promise<string> {
    const { id, versionId } = await n8n.rest('POST', '/workflows', workflow)
    await n8n.rest('POST', `/workflows/${id}/activate`, { versionId })
    return id
  }
  /** Imports a workflow of a guide, and chooses the credential in its Evident nodes. */
  async function importWorkflow(text: string): Promise<string> {
    const { nodes, ...workflow } = JSON.parse(text)
    return await activate({
      ...workflow,
      nodes: nodes.map((node: { type: string }) =>
        node.type.startsWith('n8n-nodes-evident.') ? { ...node, credentials: credential } : node,
      ),
    })
  }
  /** Runs the node once, and returns the items of its output. */
  async function act(parameters: object, credentials = credential) {
    const path = randomUUID()
    const id = await addWorkflow([
      {
        name: 'Webhook',
        ...{ type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
        parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', responseData: 'allEntries' },
      } as { name: string },
      { name: 'Evident', type: 'n8n-nodes-evident.evident', parameters, credentials } as { name: string },
    ])
    let response = new Response()
    await until(async () => {
      response = await fetch(`${n8n.address}/webhook/${path}`, { method: 'POST' })
      return response.status !== 404
    }, 'the workflow is active')
    const text = await response.text()
    await n8n.rest('POST', `/workflows/${id}/deactivate`, {})
    return { status: response.status, workflow: id, items: text.startsWith('[') ? JSON.parse(text) : text }
  }
  const webhooks = async () => (await shop.api.get('/outbound-webhooks')).body.data
  async function createReview(rating = 2): Promise<string> {
    await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
    const { body } = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating, body: `Cracked ${randomUUID()}`, authorName: 'Ida' },
      authorEmail: `${randomUUID()}@customer.example`,
    })
    return body.id
  }

  test('the tarball has the built files, README and licence, and nothing else', () => {
    const samples = [
      ...['order/push', 'product/push'],
      ...['approve', 'get', 'getAll', 'getSummary', 'reply'].map((name) => `review/${name}`),
    ]
    assert.deepEqual(
      [...files].sort(),
      [
        'LICENSE',
        'README.md',
        'dist/credentials/EvidentApi.credentials.d.ts',
        'dist/credentials/EvidentApi.credentials.js',
        'dist/icons/evident.dark.svg',
        'dist/icons/evident.svg',
        'dist/nodes/Evident/Evident.node.d.ts',
        'dist/nodes/Evident/Evident.node.js',
        'dist/nodes/Evident/Evident.node.json',
        ...samples.map((name) => `dist/nodes/Evident/__schema__/v1.0.0/${name}.json`),
        'dist/nodes/EvidentTrigger/EvidentTrigger.node.d.ts',
        'dist/nodes/EvidentTrigger/EvidentTrigger.node.js',
        'dist/nodes/EvidentTrigger/EvidentTrigger.node.json',
        'dist/nodes/EvidentTrigger/__schema__/v1.0.0.json',
        'dist/nodes/fields.d.ts',
        'dist/nodes/fields.js',
        'dist/nodes/operations.json',
        'dist/nodes/requests.d.ts',
        'dist/nodes/requests.js',
        'dist/nodes/signature.d.ts',
        'dist/nodes/signature.js',
        'package.json',
      ].sort(),
    )
  })

  test('the credential is tested against the service', async () => {
    const checked = async (apiKey: string) => {
      const { evidentApi } = credential as { evidentApi: object }
      const given = { ...evidentApi, type: 'evidentApi', data: dataOf(`${origin}/`, apiKey) }
      return (await n8n.rest('POST', '/credentials/test', { credentials: given })).status
    }
    assert.equal(await checked(shop.adminKey), 'OK')
    assert.equal(await checked('evnt_wrong'), 'Error')
  })

  test('an event starts the workflow once, and a forged or old call starts none', async () => {
    const workflow = await importWorkflow(findSnippet(readGuide('cookbook-n8n-replies'), 'json recipe'))
    await until(async () => (await webhooks()).length === 1, 'the trigger registers its webhook')
    const [{ url, events }] = await webhooks()
    assert.deepEqual(events, ['review.approved'])

    const id = await createReview(5)
    await shop.api.put(`/reviews/${id}`, { status: 'approved' })
    await service.runJobs()
    await until(
      async () => (await shop.api.get(`/reviews/${id}`)).body.reply?.body === 'Thank you for your review, Ida.',
      'the workflow replies',
    )
    await until(async () => (await n8n.executions(workflow)) === 1, 'the execution is recorded')

    let stored: { secret: string; seen?: string[] } = { secret: '' }
    await until(async () => {
      const { rows } = await n8n.query('select "staticData" from workflow_entity where id = $1', [workflow])
      stored = Object.values(rows[0].staticData)[0] as typeof stored
      return stored.seen?.length === 1
    }, 'n8n stores the id of the event')
    assert.ok(stored.secret.startsWith('whsec_'))
    const send = async (eventId: string, secret: string, age = 0) => {
      const body = JSON.stringify({
        event_id: eventId,
        event: 'review.approved',
        data: { id, rating: 5, authorName: 'Ida' },
      })
      const t = Math.floor(Date.now() / 1000) - age
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-service-signature-v2': `t=${t},v1=${v1}` }
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    assert.equal(await send(randomUUID(), 'whsec_other'), 401)
    assert.equal(await send(randomUUID(), stored.secret, 301), 401)
    assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401)
    assert.equal(await send(String(stored.seen?.[0]), stored.secret), 200)
    const fresh = randomUUID()
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => send(fresh, stored.secret))), [200, 200, 200])
    await until(async () => (await n8n.executions(workflow)) === 2, 'the new event runs the workflow')

    await n8n.rest('POST', `/workflows/${workflow}/deactivate`, {})
    await until(async () => (await webhooks()).length === 0, 'the trigger removes its webhook')
    assert.equal(await n8n.executions(workflow), 2)
  })

  test("products and orders are pushed, with local times in the workflow's time zone", async () => {
    const product = await act({
      ...{ resource: 'product', operation: 'push', platformProductId: 'pot-01', title: 'Teapot' },
      additionalFields: { gtin: '4006381333931' },
    })
    assert.equal(product.status, 200, String(product.items))
    const { body: pushed } = await shop.api.get('/products/by-platform-id/pot-01')
    assert.equal(pushed.variants[0].gtin, '4006381333931')
    const order = await act({
      ...{ resource: 'order', operation: 'push', platformOrderId: '1001', placedAt: '2026-11-02T09:30:00' },
      additionalFields: {
        email: 'jane@customer.example',
        lineItems: { row: [{ platformProductId: 'pot-01', quantity: 2 }] },
      },
    })
    assert.equal(order.status, 200, String(order.items))
    const { body } = await shop.api.get('/orders/by-platform-id/1001')
    // The pushed local time is in n8n's default time zone, New York.
    assert.equal(body.placedAt, '2026-11-02T14:30:00.000Z')
    assert.equal(body.lineItems[0].quantity, 2)
  })

  test('a refused row fails the node and names the field', async () => {
    const { status } = await act({
      ...{ resource: 'product', operation: 'push', platformProductId: 'pot-02', title: 'Teapot' },
      additionalFields: { gtin: 'x'.repeat(2000) },
    })
    assert.equal(status, 500)
    assert.equal((await shop.api.get('/products/by-platform-id/pot-02')).status, 404)
  })

  test('reviews are listed, read and summarised; a review is published only when confirmed', async () => {
    const id = await createReview()
    const one = await act({ resource: 'review', operation: 'get', id })
    assert.equal(one.items[0].id, id)
    const listed = await act({
      ...{ resource: 'review', operation: 'getAll', returnAll: true },
      filters: { status: ['pending'], rating: [2] },
    })
    assert.ok(listed.items.some((each: { id: string }) => each.id === id))
    const unconfirmed = await act({ resource: 'review', operation: 'approve', id, confirm: false })
    assert.equal(unconfirmed.status, 500)
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.status, 'pending')
    await act({ resource: 'review', operation: 'approve', id, confirm: true })
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.status, 'approved')
    const summary = await act({ resource: 'review', operation: 'getSummary', filters: {} })
    assert.deepEqual(summary.items[0], (await shop.api.get('/reviews/summary')).body)
  })

  test('a review is shown in the editor, and its markup is text', { skip: noBrowser }, async () => {
    await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
    const getReview = async (review: object) => {
      const { body } = await shop.api.post('/reviews', { platformProductId: 'mug', rating: 5, ...review })
      return await act({ resource: 'review', operation: 'get', id: body.id })
    }
    const hostile = await getReview({ ...hostileReview, authorEmail: 'script@customer.example' })
    const { title, body: text, authorName } = hostile.items[0]
    assert.deepEqual({ title, body: text, authorName }, hostileReview)
    const praise = {
      ...{ title: 'My favourite mug', body: 'It keeps the tea warm, and the handle fits.', authorName: 'Ida Larsen' },
      authorEmail: 'ida@customer.example',
    }
    const praised = await getReview(praise)

    const browser = await launchBrowser()
    try {
      const { page } = await openPage(browser, n8n.address, { width: 1_600, height: 1_000 })
      await page.goto(`${n8n.address}/signin`)
      await page.locator('[name="emailOrLdapLoginId"]').fill(n8n.owner.email)
      await page.locator('[name="password"]').fill(n8n.owner.password)
      await page.locator('[data-test-id="form-submit-button"]').click()
      await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
      const openOutput = async (workflow: string) => {
        const { rows } = await n8n.query('select id from execution_entity where "workflowId" = $1', [workflow])
        await page.goto(`${n8n.address}/workflow/${workflow}/executions/${rows[0].id}`)
        await page.locator('[data-node-name="Evident"]').first().dblclick()
        return page.locator('[data-test-id="output-panel"]')
      }
      await assertText(page, hostileReview, await openOutput(hostile.workflow))
      await keepPicture(page, 'n8n-review')
      const output = await openOutput(praised.workflow)
      await output.getByText('Schema', { exact: true }).click()
      await output.getByText(praise.body).first().waitFor()
      await keepGuidePicture(page, 'connect-n8n')
    } finally {
      await browser.close()
    }
  })

  test('a busy service is called again after the requested time', async () => {
    const busy = await startBusy(origin)
    try {
      const id = await createReview()
      const { items } = await act({ resource: 'review', operation: 'get', id }, await addCredential(busy.address))
      assert.equal(items[0].id, id)
      const [first = 0, second = 0] = busy.times
      assert.ok(busy.times.length === 2 && second - first >= 1_990, String(busy.times))
    } finally {
      busy.server.close()
    }
  })
})

/** Answers the first call with 429, and passes the others to the service. */
async function startBusy(origin: string): Promise<{ server: Server; address: string; times: number[] }> {
  const times: number[] = []
  const server = createServer(async (request, response) => {
    times.push(performance.now())
    if (times.length === 1)
      return response.writeHead(429, { 'retry-after': '2', 'content-type': 'application/json' }).end('{}')
    const { authorization = '', 'x-store-env-id': store = '' } = request.headers
    const passed = await fetch(origin + request.url, { headers: { authorization, 'x-store-env-id': String(store) } })
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, times }
}
