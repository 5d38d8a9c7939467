// An independent validator checks the responses of each operation, instead of our own serializer.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { collectExamples, writeExamples } from '#test/examples.ts'
import { type FilledShop, fillShop } from '#test/filled-shop.ts'
import { nameOf, operations } from '#test/operations.ts'
import { readDocument, type ServedDocument } from '#test/served-document.ts'

const examplesFile = new URL('../../server/entry/reference/answers.json', import.meta.url)
const again =
  'write them anew: WRITE_EXAMPLES=1 npm test -- test/contract/answers && npm run contracts && npm run check -- --write'

let filled: FilledShop
let served: ServedDocument
before(async () => {
  filled = await fillShop()
  const { body } = await filled.service.anonymous.get('/openapi.json')
  served = readDocument(body)
  // Set WRITE_EXAMPLES after a change of responses; see CONTRIBUTING.md.
  if (process.env.WRITE_EXAMPLES) writeExamples(collectExamples(filled.steps, served), examplesFile, fits)
})
after(() => filled?.close())

test('every operation has a successful response in this run', () => {
  const answered = new Set(filled.steps.map(({ method, path }) => served.operationAt(method, path)))
  assert.deepEqual(
    operations.filter((op) => !answered.has(op.id)).map(nameOf),
    [],
    'call these in test/support/filled-shop/, where they belong in the life of a shop',
  )
})

test('responses to keys, people and storefront pages match the served document', () => {
  for (const { method, path, answer } of filled.steps) served.assertDeclared({ method, path, ...answer })
})

test('every successful response has a stored example that still matches its schema', () => {
  const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as ReturnType<typeof collectExamples>
  const fresh = collectExamples(filled.steps, served)
  const listNames = (answers: typeof fresh) =>
    Object.entries(answers).flatMap(([id, byStatus]) => Object.keys(byStatus).map((status) => `${id} ${status}`))
  assert.deepEqual(
    listNames(fresh).filter((name) => !listNames(examples).includes(name)),
    [],
    `without an example; ${again}`,
  )
  assert.deepEqual(
    listNames(examples).filter((name) => !listNames(fresh).includes(name)),
    [],
    `an example of what is not answered any more; ${again}`,
  )
  for (const [id, byStatus] of Object.entries(examples))
    for (const [name, example] of Object.entries(byStatus))
      assert.ok(fits(id, name, example), `${id} ${name}: ${again}`)
})

function fits(id: string, name: string, example: unknown): boolean {
  const op = operations.find((each) => each.id === id)
  const [status, type = ''] = name.split(' ')
  const text = typeof example === 'string' ? example : JSON.stringify(example)
  try {
    const seen = { method: op?.method ?? '', path: op?.path.replace(/:\w+/g, 'x') ?? '', status: Number(status), text }
    served.assertDeclared({ ...seen, headers: { 'content-type': type } })
    return true
  } catch {
    return false
  }
}

test('no example contains data of a real person or machine', () => {
  const text = readFileSync(examplesFile, 'utf8')
  assert.doesNotMatch(text, /evnt_[A-Za-z\d]|whsec_[A-Za-z\d]|127\.0\.0\.1|\/tmp\//)
})

test("a key gets no author's email address, and a signed-in person does", async () => {
  const { steps } = filled
  const shown = (as: string) => steps.filter((step) => step.as === as && /"authorEmail":"/.test(step.answer.text))
  assert.equal(shown('key').length, 0)
  assert.ok(shown('session').length > 0)
})

test('the check finds missing and extra fields, wrong types and undeclared statuses', () => {
  const step = filled.steps.find(({ as, path, method }) => as === 'key' && method === 'GET' && path === '/reviews')
  assert.ok(step)
  const { body, headers } = step.answer
  const [first, ...rest] = body.data
  const { rating, ...without } = first
  const wrong = (review: object, status = 200) => ({
    method: 'GET',
    path: '/reviews',
    status,
    headers,
    text: JSON.stringify({ ...body, data: [review, ...rest] }),
  })
  served.assertDeclared(wrong(first))
  assert.throws(() => served.assertDeclared(wrong(without)), /rating/)
  assert.throws(() => served.assertDeclared(wrong({ ...first, secret: 1 })), /secret/)
  assert.throws(() => served.assertDeclared(wrong({ ...first, rating: String(rating) })), /rating/)
  assert.throws(() => served.assertDeclared(wrong({ ...first, submittedAt: 'yesterday' })), /submittedAt/)
  assert.throws(() => served.assertDeclared(wrong(first, 202)), /declares 200/)
})
