import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { startService, type TestService } from '#test/service.ts'

type Described = { operationId: string; security: Record<string, unknown>[]; requestBody?: { content: object } }
type Document = { paths: Record<string, Record<string, Described>>; servers: { url: string }[] }

const written = (name: string) => readFileSync(new URL(`../../contracts/${name}`, import.meta.url), 'utf8')

/** The part of collection format 2.1 that our collection uses: https://schema.postman.com. No other field may appear. */
const closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const Text = Type.String({ minLength: 1 })
const Line = closed({
  key: Text,
  value: Type.String(),
  description: Type.Optional(Text),
  disabled: Type.Optional(Type.Literal(true)),
})
const Url = closed({
  raw: Type.String({ pattern: '^\\{\\{baseUrl\\}\\}/' }),
  host: Type.Array(Text, { minItems: 1 }),
  path: Type.Array(Text, { minItems: 1 }),
  query: Type.Optional(Type.Array(Line)),
  variable: Type.Optional(Type.Array(Line)),
})
const Body = Type.Union([
  closed({
    mode: Type.Literal('raw'),
    raw: Text,
    options: closed({ raw: closed({ language: Type.Literal('json') }) }),
  }),
  closed({
    mode: Type.Literal('formdata'),
    formdata: Type.Array(
      Type.Union([
        closed({ key: Text, type: Type.Literal('file'), src: Type.Null(), description: Type.Optional(Text) }),
        closed({ key: Text, type: Type.Literal('text'), value: Type.String(), description: Type.Optional(Text) }),
      ]),
      { minItems: 1 },
    ),
  }),
  closed({ mode: Type.Literal('file'), file: closed({ src: Type.Null() }) }),
])
const Request = closed({
  method: Type.Union(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => Type.Literal(method))),
  description: Type.String(),
  auth: Type.Optional(closed({ type: Type.Literal('noauth') })),
  header: Type.Array(Line),
  url: Url,
  body: Type.Optional(Body),
})
const Item = closed({
  name: Text,
  request: Request,
  response: Type.Array(
    closed({
      name: Text,
      originalRequest: Request,
      status: Text,
      code: Type.Integer({ minimum: 200, maximum: 299 }),
      _postman_previewlanguage: Text,
      header: Type.Array(Line),
      body: Type.String(),
    }),
  ),
})
const folder = <S extends TSchema>(within: S) =>
  closed({ name: Text, description: Type.Optional(Text), item: Type.Array(within, { minItems: 1 }) })
const Collection = closed({
  info: closed({
    name: Text,
    description: Text,
    schema: Type.Literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  item: Type.Array(folder(folder(Item))),
  auth: closed({
    type: Type.Literal('bearer'),
    bearer: Type.Array(closed({ key: Text, value: Text, type: Type.Literal('string') })),
  }),
  variable: Type.Array(closed({ key: Text, value: Type.String(), type: Type.Literal('string'), description: Text })),
})
type Collection = Static<typeof Collection>
type Item = Static<typeof Item>

const fits = Compile(Collection)
const listCalls = ({ item }: Collection): Item[] => item.flatMap((group) => group.item).flatMap((area) => area.item)
const pathOf = ({ request }: Item) => `/${request.url.path.join('/')}`.replace(/:(\w+)/g, '{$1}')
const nameOf = (item: Item) => `${item.request.method} ${pathOf(item)}`

suite('served forms', () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  test('YAML and JSON are the same document, whichever is requested first', async () => {
    const yaml = await service.anonymous.get('/openapi.yaml')
    assert.equal(yaml.status, 200)
    assert.equal(yaml.headers['content-type'], 'application/yaml; charset=utf-8')
    const { body } = await service.anonymous.get('/openapi.json')
    assert.deepEqual(parse(yaml.text), body)
  })

  test('the collection calls this service and downloads as a JSON file', async () => {
    const answer = await service.anonymous.get('/postman.json')
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    const { servers } = (await service.anonymous.get('/openapi.json')).body as Document
    const { variable } = answer.body as Collection
    const findVariable = (name: string) => variable.find(({ key }) => key === name)?.value
    assert.equal(findVariable('baseUrl'), servers[0]?.url)
    assert.equal(`${findVariable('origin')}/api/v1`, servers[0]?.url)
    assert.equal(findVariable('apiKey'), '')
  })

  test('a client with a current copy gets 304 for each form', async () => {
    for (const path of ['/openapi.yaml', '/postman.json']) {
      const { headers } = await service.anonymous.get(path)
      const again = await service.anonymous.get(path, { 'if-none-match': String(headers.etag) })
      assert.deepEqual([again.status, again.text], [304, ''], path)
    }
  })
})

suite('written forms', () => {
  const document = JSON.parse(written('openapi.json')) as Document
  const collection = JSON.parse(written('postman.json')) as Collection
  const described = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, call })),
  )

  test('YAML and JSON are the same document', () => {
    assert.deepEqual(parse(written('openapi.yaml')), document)
  })

  test('the Postman collection follows its format 2.1', () => {
    const [first] = fits.Errors(collection)
    assert.ok(fits.Check(collection), JSON.stringify(first))
    assert.ok(!fits.Check({ ...collection, item: [{ name: 'x', items: [] }] }))
  })

  test('the collection contains every operation once', () => {
    assert.deepEqual(listCalls(collection).map(nameOf).sort(), described.map(({ name }) => name).sort())
  })

  test('each request has the credentials it needs, and no key where it needs none', () => {
    for (const item of listCalls(collection)) {
      const name = nameOf(item)
      const security = described.find((each) => each.name === name)?.call.security ?? []
      const sends = (key: string) => item.request.header.some((line) => line.key === key && !line.disabled)
      const takesKey = security.some((each) => 'apiKey' in each)
      assert.equal(item.request.auth?.type, takesKey ? undefined : 'noauth', name)
      assert.equal(
        sends('x-store-env-id'),
        security.some((each) => 'store' in each),
        name,
      )
      const isWriteOfPerson = item.request.method !== 'GET' && security.some((each) => 'session' in each) && !takesKey
      const isOfPage =
        security.length > 0 && security.every((each) => 'store' in each && Object.keys(each).length === 1)
      assert.equal(sends('origin'), isWriteOfPerson || isOfPage, name)
    }
  })

  test('every variable part of a URL is a known variable with a value', () => {
    const known = new Set(collection.variable.map(({ key }) => key))
    for (const item of listCalls(collection)) {
      const { path, variable = [], query = [], raw } = item.request.url
      assert.deepEqual(
        path.filter((each) => each.startsWith(':')).map((each) => each.slice(1)),
        variable.map(({ key }) => key),
        nameOf(item),
      )
      for (const { key, value } of [...variable, ...query.filter((each) => !each.disabled)])
        assert.ok(value, `${nameOf(item)} has no example of ${key}`)
      for (const [, name = ''] of JSON.stringify(item).matchAll(/\{\{(\w+)\}\}/g)) assert.ok(known.has(name), name)
      assert.equal(
        raw.includes('?'),
        query.some((each) => !each.disabled),
        nameOf(item),
      )
    }
  })
})
