import { call, operationOf } from './api.js'
import { fieldsOf, storeField } from './fields.js'

const searchOf = (noun, id) => ({
  key: `find_${noun}`,
  noun: noun.charAt(0).toUpperCase() + noun.slice(1),
  display: { label: `Find ${noun}`, description: operationOf(id).summary },
  operation: {
    inputFields: [storeField, ...fieldsOf(id)],
    perform: async (z, { inputData }) => (await call(z, id, { ...inputData, limit: 10 })).data,
    sample: operationOf(id).sample.data[0],
  },
})

const pushOf = (noun, id) => ({
  key: `push_${noun}`,
  noun: noun.charAt(0).toUpperCase() + noun.slice(1),
  display: { label: `Push ${noun}`, description: operationOf(id).summary },
  operation: {
    inputFields: [storeField, ...fieldsOf(id)],
    async perform(z, bundle) {
      const answer = await call(z, id, bundle.inputData)
      if (answer.failed > 0) throw new z.errors.Error(JSON.stringify(answer.errors), 'row_refused', 422)
      return answer
    },
    sample: operationOf(id).sample,
  },
})

const reviewField = () => fieldsOf('reviews.update', { only: ['id'] }).map((field) => ({ ...field, label: 'Review' }))
const sample = operationOf('reviews.update').sample

const reply = {
  key: 'reply_to_review',
  noun: 'Review',
  display: { label: 'Reply to review', description: 'Sets the public answer of the store to a review.' },
  operation: {
    inputFields: [
      storeField,
      ...reviewField(),
      {
        key: 'reply',
        label: 'Reply',
        type: 'text',
        required: true,
        helpText: 'Text that shoppers read below the review.',
      },
    ],
    perform: (z, bundle) => {
      const { storeEnvId, id, reply: body } = bundle.inputData
      const change = { storeEnvId, id, reply: { body } }
      return call(z, 'reviews.update', change)
    },
    sample,
  },
}

const approve = {
  key: 'approve_review',
  noun: 'Review',
  display: { label: 'Approve review', description: 'Publishes a review in the shop.' },
  operation: {
    inputFields: [
      storeField,
      ...reviewField(),
      {
        key: 'confirm',
        label: 'Publish without looking',
        type: 'boolean',
        required: true,
        helpText: 'Choose Yes to confirm that the review may be published without moderation.',
      },
    ],
    perform: (z, bundle) => {
      const { storeEnvId, id, confirm } = bundle.inputData
      if (confirm !== true && confirm !== 'true')
        throw new z.errors.HaltedError('Nothing was published. Set “Publish without looking” to Yes.')
      const change = { storeEnvId, id, status: 'approved' }
      return call(z, 'reviews.update', change)
    },
    sample,
  },
}

const byKey = (list) => Object.fromEntries(list.map((each) => [each.key, each]))

export const searches = byKey([
  searchOf('review', 'reviews.list'),
  searchOf('product', 'products.list'),
  searchOf('order', 'orders.list'),
])
export const creates = byKey([pushOf('order', 'orders.upsert'), pushOf('product', 'products.upsert'), reply, approve])
