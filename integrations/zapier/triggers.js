// One trigger per kind of event. Each is a webhook of the connection, and the service deletes it with the connection.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { call, events } from './api.js'
import { labelOf, storeField } from './fields.js'

const keyOf = (name) => name.replace(/\./g, '_')

const triggerOf = ({ name, description, logged, example }) => ({
  key: keyOf(name),
  noun: labelOf(name.split('.')[0]),
  display: { label: labelOf(name), description: `Triggers on the event ${name}. ${description}` },
  operation: {
    type: 'hook',
    inputFields: [storeField],
    performSubscribe: (z, { inputData, targetUrl }) =>
      call(z, 'outbound_webhooks.create', {
        storeEnvId: inputData.storeEnvId,
        url: targetUrl,
        events: [name],
        description: 'Zapier',
      }),
    async performUnsubscribe(z, { inputData, subscribeData }) {
      try {
        await call(z, 'outbound_webhooks.delete', { storeEnvId: inputData.storeEnvId, id: subscribeData.id })
      } catch (error) {
        if (error.name !== 'AppError' || !error.message.includes('"not_found"')) throw error
      }
      return {}
    },
    perform(z, bundle) {
      requireSigned(z, bundle)
      const body = bundle.cleanedRequest
      // A test delivery contains no real event, so it starts no Zap.
      return body.test ? [] : [{ id: body.event_id, ...body }]
    },
    async performList(z, { inputData: { storeEnvId } }) {
      const { data } = logged ? await call(z, 'events.list', { storeEnvId, event: [name], limit: 3 }) : { data: [] }
      if (data.length === 0) return [{ id: example.event_id, ...example, store_env_id: storeEnvId }]
      return data.map((each) => ({
        id: each.id,
        event_id: each.id,
        event: name,
        created_at: each.occurredAt,
        store_env_id: storeEnvId,
        data: each.data,
      }))
    },
    sample: { id: example.event_id, ...example },
  },
})

/** The URL belongs to Zapier, and a stranger may learn it. Only the connection knows the secret. */
function requireSigned(z, { rawRequest, subscribeData }) {
  const headers = Object.fromEntries(
    Object.entries(rawRequest?.headers ?? {}).map(([name, value]) => [name.toLowerCase().replace(/^http-/, ''), value]),
  )
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature-v2'] ?? '') ?? []
  const expected = createHmac('sha256', subscribeData?.secret ?? '')
    .update(`${t}.${rawRequest?.content ?? ''}`)
    .digest()
  if (!subscribeData?.secret || v1 === undefined || !timingSafeEqual(Buffer.from(v1, 'hex'), expected))
    throw new z.errors.HaltedError("Invalid signature: it was not made with the webhook's secret.")
}

const store = {
  key: 'store',
  noun: 'Store',
  display: { label: 'Stores', description: 'Lists the stores that the connection reaches.', hidden: true },
  operation: {
    perform: async (z) => (await call(z, 'account.list_stores', { limit: 100 })).data,
    sample: { id: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01', name: 'Acme' },
  },
}

export const triggers = Object.fromEntries([store, ...events.map(triggerOf)].map((each) => [each.key, each]))
