import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop, startService } from '#test/service.ts'
import { callTool, knock, openDoor } from '../agents.testing.ts'
import { readServiceName } from '../rules.ts'
import { buildSchemaFile, listSchemaUrls, schemaFiles } from './schemas.ts'

const origin = 'https://reviews.example.com'
const service = provideService({ env: { PUBLIC_ORIGIN: origin } })

/** Start of the SHA-256 of each published schema. Never change a line; add a date. */
const published: Record<string, Record<string, string>> = {
  '2026-11-27': {
    'index.json': '19b5252923b3231e',
    'ratings.json': '30616fc9916f9578',
    'reviews.json': 'b529870e72609893',
    'faqs.json': '11e63a89f09151c0',
    'checks.json': '96a8ac7f838dd1f6',
    'mcp.openrpc.json': 'c4fde17abd53b711',
    'rest.openapi.json': 'ec95691002312e38',
  },
}

test('a published schema never changes', () => {
  for (const [date, files] of Object.entries(published)) {
    const built = Object.keys(files).map((file) => {
      const schema = buildSchemaFile(origin, date, file)
      return [file, hash('sha256', JSON.stringify(schema), 'hex').slice(0, 16)]
    })
    assert.deepEqual(Object.fromEntries(built), files, date)
  }
  assert.deepEqual(Object.keys(published['2026-11-27'] ?? {}), schemaFiles)
})

const fetchJson = async (path: string) => {
  const answer = await service.app.inject({ url: path })
  assert.equal(answer.statusCode, 200, path)
  return answer.json()
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv
}

async function filled(): Promise<Shop> {
  const shop = await service.shop()
  const mug = await addProduct(shop)
  await addProduct(shop, 'bare')
  await addReviews(service, shop, [
    { productId: mug, rating: 5, title: 'T', reply: 'Thanks', incentive: 'points' },
    { productId: mug, rating: 2, title: null, body: 'x'.repeat(600) },
  ])
  await shop.api.post('/faqs', { status: 'published', question: 'Q?', answer: 'A' })
  await openDoor(shop)
  return shop
}

test("each REST response is valid by its served schema, and equals the tool's result", async () => {
  const shop = await filled()
  const ajv = createAjv()
  const urls = listSchemaUrls(origin)
  const listed = (await knock(service, shop)).body.schemas
  assert.deepEqual(listed, urls)
  for (const [name, path, tool, given] of [
    ['index', '', undefined, {}],
    [
      'ratings',
      '/ratings?platformProductId=mug&platformProductId=bare&sku=no',
      'get_ratings',
      { platformProductId: ['mug', 'bare'], sku: ['no'] },
    ],
    ['reviews', '/reviews?platformProductId=mug&limit=1', 'get_reviews', { platformProductId: 'mug', limit: 1 }],
    ['faqs', '/faqs', 'get_faqs', {}],
    ['checks', undefined, 'explain_checks', {}],
  ] as const) {
    const schema = await fetchJson(new URL(urls[name]).pathname)
    assert.equal(schema.$id, urls[name])
    assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema')
    const validate = ajv.compile(schema)
    const fromTool = tool && (await callTool(service, shop, tool, given)).structuredContent
    const body = path === undefined ? fromTool : (await knock(service, shop, path)).body
    assert.ok(validate(body), JSON.stringify(validate.errors))
    if (fromTool) assert.deepEqual(fromTool, body)
    assert.equal(validate({}), false)
  }
})

/** Loads UCP's own schemas of one version. */
function loadUcp(folder: string): Ajv2020 {
  const ajv = createAjv()
  const root = new URL(`../../../../test/support/ucp/${folder}/`, import.meta.url).pathname
  for (const file of globSync('**/*.json', { cwd: root })) ajv.addSchema(JSON.parse(readFileSync(root + file, 'utf8')))
  return ajv
}

test('each rating is a valid UCP rating of a catalog product', async () => {
  const shop = await filled()
  const { data } = (await knock(service, shop, '/ratings?platformProductId=mug&platformProductId=bare')).body
  const price = { amount: 1000, currency: 'EUR' }
  for (const [folder, base] of [
    ['2026-04-08', 'https://ucp.dev/2026-04-08/schemas/shopping/types/product.json'],
    ['main-2026-08-22', 'https://ucp.dev/schemas/shopping/types/product.json'],
  ] as const) {
    const validate = loadUcp(folder).getSchema(base)
    assert.ok(validate, base)
    for (const { platformProductId, title, rating } of data) {
      const product = {
        id: platformProductId,
        title,
        description: { plain: title },
        price_range: { min: price, max: price },
        variants: [{ id: 'v', title, description: { plain: title }, price }],
        ...(rating && { rating }),
      }
      assert.ok(validate(product), JSON.stringify(validate.errors))
      assert.equal(validate({ ...product, rating: null }), false)
    }
  }
})

test('the profile is valid for both versions of UCP', async () => {
  const shop = await filled()
  const index = `${origin}/agents/${shop.storeEnvId}`
  for (const [version, folder, id] of [
    ['2026-04-08', '2026-04-08', 'https://ucp.dev/2026-04-08/schemas/discovery/profile.json#/$defs/business_profile'],
    ['2026-08-25', 'main-2026-08-22', 'https://ucp.dev/schemas/profile.json#/$defs/business_schema'],
  ] as const) {
    const answer = await knock(service, shop, `/ucp.json?version=${version}`)
    assert.equal(answer.headers['cache-control'], 'public, max-age=3600')
    assert.ok(answer.headers.etag)
    const validate = loadUcp(folder).getSchema(id)
    assert.ok(validate?.(answer.body), JSON.stringify(validate?.errors))
    const { ucp } = answer.body
    assert.deepEqual([ucp.version, ucp.payment_handlers], [version, {}])
    assert.deepEqual(Object.keys(ucp.services), ['com.example.reviews.shopping'])
    const services = ucp.services['com.example.reviews.shopping']
    assert.deepEqual(
      services.map(({ transport, endpoint }: { transport: string; endpoint: string }) => [transport, endpoint]),
      [
        ['rest', index],
        ['mcp', `${index}/mcp`],
      ],
    )
    const [ratings, ...others] = ucp.capabilities['com.example.reviews.shopping.ratings']
    assert.deepEqual([Object.keys(ucp.capabilities).length, others.length, 'extends' in ratings], [1, 0, false])
    for (const each of [...services, ratings]) {
      assert.equal(each.version, '2026-11-27')
      assert.ok(each.schema.startsWith(`${origin}/agents/schemas/2026-11-27/`))
      assert.ok(each.spec.startsWith(`${origin}/`))
    }
  }
  const first = await knock(service, shop, '/ucp.json')
  assert.equal(first.body.ucp.version, '2026-08-25')
})

test('only a public host over https has a service name', () => {
  const names = [
    ['https://reviews.example.com', 'com.example.reviews.shopping'],
    ['https://reviews.example.com:8443', 'com.example.reviews.shopping'],
    ['https://example.com', 'com.example.shopping'],
    ['http://reviews.example.com', undefined],
    ['https://localhost', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::1]:8080', undefined],
  ] as const
  for (const [address, name] of names) assert.equal(readServiceName(address), name, address)
})

test('a host that is not public has no profile, and each call explains why', async (t) => {
  const local = await startService({ beside: service })
  t.after(() => local.close())
  const shop = await filled()
  assert.equal((await knock(local, { storeEnvId: 'x' }, '/ucp.json?version=1')).status, 404)
  assert.equal((await knock(local, shop, '/ucp.json?version=1')).status, 400)
  const { status, body } = await knock(local, shop, '/ucp.json')
  assert.deepEqual([status, body.code], [409, 'origin_not_public'])
  const settings = await local.app.inject({
    url: '/api/v1/connectors/agents',
    headers: { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId },
  })
  assert.equal(settings.json().serviceName, null)
})

test('a host with a hyphen has a profile only in UCP versions that allow its name', async (t) => {
  const hyphened = await startService({ beside: service, env: { PUBLIC_ORIGIN: 'https://my-reviews.example.com' } })
  t.after(() => hyphened.close())
  const shop = await filled()
  const newer = await knock(hyphened, shop, '/ucp.json?version=2026-08-25')
  const validate = loadUcp('main-2026-08-22').getSchema('https://ucp.dev/schemas/profile.json#/$defs/business_schema')
  assert.ok(validate?.(newer.body), JSON.stringify(validate?.errors))
  assert.equal((await knock(hyphened, shop, '/ucp.json?version=2026-04-08')).status, 409)
})
