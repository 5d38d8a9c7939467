import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { setAttributes } from './commands.ts'
import { toAttribute } from './rules.ts'
import { Attributes, AttributesOfOne, AttributesQuery } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'reviews.list_attributes',
    http: 'GET /reviews/attributes',
    tenancy: 'store',
    doc: {
      summary: 'List review attributes',
      description:
        "The list begins with the attributes of the store, followed by those of each category. A form asks for at most six, beginning with those of the product's categories.",
    },
    input: { query: AttributesQuery },
    output: { body: Attributes },
    transaction: 'single-query',
    run: async ({ tx, query }) => ({ attributes: (await store.list(tx, query.subject)).map(toAttribute) }),
  }),
  operation({
    id: 'reviews.set_attributes',
    http: 'PUT /reviews/attributes',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Replace review attributes',
      description:
        'The body lists all attributes of one category, of all products, or (with `subject`) of reviews of the shop, in form order. It affects only these attributes. An omitted attribute is retired, but reviews keep their answers. The kind of an attribute is fixed; choices can be renamed and added.',
    },
    input: {
      body: withExample(AttributesOfOne, {
        attributes: [
          { kind: 'scale', label: 'Size', lowLabel: 'Too small', highLabel: 'Too large' },
          { kind: 'choice', label: 'Bought for', choices: ['Home', 'Work', 'A gift'] },
        ],
      }),
    },
    output: { body: Attributes, errors: ['not_found', 'conflict'] },
    async run({ tx, body, audit }) {
      const attributes = (await setAttributes(tx, body)).map(toAttribute)
      const { categoryId = null } = body
      await audit(tx, 'review.attributes_set', categoryId === null ? undefined : { type: 'category', id: categoryId }, {
        attributes: attributes.map(({ label }) => label),
      })
      return { attributes }
    },
  }),
]
