import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { currentDocument } from './contracts.ts'
import { collectPromises, type Document, findLosses, type Promises } from './v1-promises.ts'

type Json = Record<string, unknown>

const refusal = (codes: string[]) => ({
  description: 'Refused.',
  content: {
    'application/json': {
      schema: {
        allOf: [{}, { properties: { code: { anyOf: [{ type: 'string', enum: codes }, { type: 'string' }] } } }],
      },
    },
  },
})

/** A small document. Each test changes a copy of it. */
const sample = {
  paths: {
    '/reviews': {
      get: {
        parameters: [
          { name: 'status', in: 'query', required: false, schema: { type: 'string', enum: ['pending', 'approved'] } },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Review' } } } },
          400: refusal(['validation_failed', 'store_env_required']),
          404: refusal(['not_found']),
        },
      },
      post: {
        requestBody: {
          required: false,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewReview' } } },
        },
        responses: { 204: {} },
      },
    },
  },
  webhooks: {
    'review.created': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Review' } } } },
        responses: {},
      },
    },
  },
  components: {
    responses: {},
    schemas: {
      Review: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          reply: { type: ['string', 'null'] },
          photos: { type: 'array', items: { type: 'object', properties: { width: { type: 'integer' } } } },
        },
      },
      NewReview: {
        type: 'object',
        required: ['rating'],
        properties: {
          rating: { type: 'integer', minimum: 1, maximum: 5 },
          title: { type: ['string', 'null'], maxLength: 200 },
          source: { type: 'string', enum: ['api', 'import'] },
          any: {},
        },
      },
    },
  },
}

type Sample = typeof sample
const before = collectPromises(sample as unknown as Document)
const lossesAfter = (change: (copy: Sample) => unknown, ended?: ReadonlySet<string>) => {
  const copy = structuredClone(sample)
  change(copy)
  return findLosses(before, collectPromises(copy as unknown as Document), ended)
}
const reviewOf = (copy: Sample) => copy.components.schemas.Review as unknown as { required: string[]; properties: Json }
const newReviewOf = (copy: Sample) =>
  copy.components.schemas.NewReview as unknown as { required: string[]; properties: Record<string, Json> }
const listOf = (copy: Sample) => copy.paths['/reviews'].get as unknown as Json & { parameters: Json[]; responses: Json }

const broken: [kind: string, change: (copy: Sample) => unknown, loss: RegExp][] = [
  [
    'an operation is gone',
    (copy) => Reflect.deleteProperty(copy.paths['/reviews'], 'get'),
    /^GET \/reviews: the operation/,
  ],
  ['an event is gone', (copy) => Reflect.deleteProperty(copy.webhooks, 'review.created'), /^event review\.created/],
  [
    'a response field is gone',
    (copy) => Reflect.deleteProperty(reviewOf(copy).properties, 'reply'),
    /200\.reply is gone/,
  ],
  [
    'a nested response field is gone',
    (copy) => {
      reviewOf(copy).properties.photos = { type: 'array', items: { type: 'object', properties: {} } }
    },
    /200\.photos\[\]\.width is gone/,
  ],
  [
    'a response field has another type',
    (copy) => {
      reviewOf(copy).properties.id = { type: 'integer' }
    },
    /200\.id: integer is a new type/,
  ],
  [
    'a response field can newly be null',
    (copy) => {
      reviewOf(copy).properties.id = { type: ['string', 'null'] }
    },
    /200\.id: null is a new type/,
  ],
  [
    'a mark for newer parameters excuses no other type',
    (copy) => {
      reviewOf(copy).properties.id = {
        type: ['string', 'integer', 'null'],
        $comment: 'Null only with the parameter `subject`.',
      }
    },
    /200\.id: integer is a new type/,
  ],
  [
    'a response field can newly be missing',
    (copy) => {
      reviewOf(copy).required = []
    },
    /200\.id may be missing/,
  ],
  [
    'an accepted value of a parameter is refused',
    (copy) => {
      ;(listOf(copy).parameters[0] as Json).schema = { type: 'string', enum: ['pending'] }
    },
    /query status: "approved" is refused/,
  ],
  [
    'an accepted value of a field is refused',
    (copy) => {
      newReviewOf(copy).properties.source = { type: 'string', enum: ['api'] }
    },
    /body\.source: "import" is refused/,
  ],
  [
    'null is refused',
    (copy) => {
      newReviewOf(copy).properties.title = { type: 'string', maxLength: 200 }
    },
    /body\.title: null is refused/,
  ],
  [
    'any value was accepted and only texts are now',
    (copy) => {
      newReviewOf(copy).properties.any = { type: 'string' }
    },
    /body\.any: any is refused/,
  ],
  [
    'a bound is narrower',
    (copy) => {
      newReviewOf(copy).properties.title = { type: ['string', 'null'], maxLength: 100 }
    },
    /body\.title: maxLength is lower/,
  ],
  [
    'a minimum is higher',
    (copy) => {
      newReviewOf(copy).properties.rating = { type: 'integer', minimum: 2, maximum: 5 }
    },
    /body\.rating: minimum is higher/,
  ],
  [
    'a format is new',
    (copy) => {
      newReviewOf(copy).properties.title = { type: ['string', 'null'], maxLength: 200, format: 'uuid' }
    },
    /body\.title: format is new/,
  ],
  [
    'an optional request field is refused',
    (copy) => Reflect.deleteProperty(newReviewOf(copy).properties, 'title'),
    /body\.title is refused/,
  ],
  [
    'an optional request field is newly required',
    (copy) => {
      newReviewOf(copy).required = ['rating', 'title']
    },
    /body\.title is newly required/,
  ],
  [
    'a new request field is required',
    (copy) => {
      newReviewOf(copy).properties.consent = { type: 'boolean' }
      newReviewOf(copy).required = ['rating', 'consent']
    },
    /body\.consent is newly required/,
  ],
  [
    'a parameter is refused',
    (copy) => {
      listOf(copy).parameters = []
    },
    /query status is refused/,
  ],
  [
    'a new parameter is required',
    (copy) => listOf(copy).parameters.push({ name: 'locale', in: 'query', required: true, schema: { type: 'string' } }),
    /query locale is newly required/,
  ],
  [
    'the body is newly required',
    (copy) => {
      copy.paths['/reviews'].post.requestBody.required = true
    },
    /POST \/reviews: the body is newly required/,
  ],
  [
    'a status is gone',
    (copy) => Reflect.deleteProperty(listOf(copy).responses, '404'),
    /GET \/reviews: status 404 is gone/,
  ],
  [
    'a code has another status',
    (copy) => {
      Object.assign(listOf(copy).responses, {
        400: refusal(['validation_failed']),
        409: refusal(['store_env_required']),
      })
    },
    /store_env_required is no longer answered with 400/,
  ],
]

for (const [kind, change, loss] of broken)
  test(`the check fails when ${kind}`, () => {
    const losses = lossesAfter(change)
    assert.ok(losses.length > 0, 'nothing was found')
    assert.match(losses.join('\n'), loss)
  })

test('additions are not reported as losses', () => {
  const losses = lossesAfter((copy) => {
    Object.assign(copy.paths, { '/orders': { get: { responses: { 200: {} } } } })
    Object.assign(reviewOf(copy).properties, { language: { type: 'string' }, reply: { type: 'string' } })
    reviewOf(copy).required = ['id', 'language']
    Object.assign(newReviewOf(copy).properties, {
      note: { type: 'string' },
      source: { type: 'string', enum: ['api', 'import', 'form'] },
      title: { type: ['string', 'null'], maxLength: 500 },
    })
    newReviewOf(copy).required = []
    Object.assign(listOf(copy).responses, { 409: refusal(['conflict']), 404: refusal(['not_found', 'gone']) })
  })
  assert.deepEqual(losses, [])
})

test('an operation can be removed after its announced removal date', () => {
  const change = (copy: Sample) => Reflect.deleteProperty(copy.paths['/reviews'], 'get')
  assert.deepEqual(lossesAfter(change, new Set(['GET /reviews'])), [])
})

const committed = JSON.parse(
  readFileSync(new URL('../contracts/v1-promises.json', import.meta.url), 'utf8'),
) as Promises
const current = collectPromises(JSON.parse(JSON.stringify(currentDocument())) as Document)

test('the API fulfils all promises of v1, and the committed list is complete', () => {
  assert.deepEqual(findLosses(committed, current), [])
  assert.deepEqual(current, committed, 'run: npm run check -- --write')
})

test('the check finds the loss of any field of a named response', () => {
  const returned = Object.values(current.operations).flatMap(({ responses }) =>
    Object.values(responses).flatMap((content) =>
      Object.values(content).flatMap(
        (schema) => /\/schemas\/(\w+)"/.exec(JSON.stringify(schema.$ref ?? null))?.[1] ?? [],
      ),
    ),
  )
  const fields = [...new Set(returned)].flatMap((shape) =>
    Object.keys(current.schemas[shape]?.properties ?? {}).map((field) => ({ shape, field })),
  )
  fc.assert(
    fc.property(fc.constantFrom(...fields), ({ shape, field }) => {
      const whole = current.schemas[shape] ?? {}
      const { [field]: _, ...properties } = whole.properties as Json
      const losses = findLosses(current, {
        ...current,
        schemas: { ...current.schemas, [shape]: { ...whole, properties } },
      })
      return losses.some((loss) => loss.endsWith(`.${field} is gone`))
    }),
    { numRuns: 40 },
  )
})
