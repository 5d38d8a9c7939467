import { operation } from '#platform/calls/operation.ts'
import { setAttributes } from './commands.ts'
import { toAttribute } from './rules.ts'
import { Attributes, AttributesOfOne } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'reviews.list_attributes',
    http: 'GET /reviews/attributes',
    tenancy: 'store',
    summary: 'What the form asks beside the stars.',
    description:
      'Those of the store first, then category by category. One form asks six at most: those of the product’s categories first.',
    returns: Attributes,
    oneQuery: true,
    run: async ({ tx }) => ({ attributes: (await store.list(tx)).map(toAttribute) }),
  }),
  operation({
    id: 'reviews.set_attributes',
    http: 'PUT /reviews/attributes',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Say what the form asks about products of a category, or about all.',
    description:
      'The body has all of that category, or of the store, in their order; others stay. One that is left out is retired: reviews keep their answers, and nobody is asked any more. Its kind stays as it is, and choices may be renamed and added.',
    body: AttributesOfOne,
    returns: Attributes,
    errors: ['not_found', 'conflict'],
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
