import type { Static } from 'typebox'
import type { EventKind } from '#platform/areas/events.ts'
import { scopeOf } from '#platform/calls/access.ts'

import type { Catalogue } from './schema.ts'
import { withMaskedFields } from './sending/mask-addresses.ts'

export const buildExamples = (
  kinds: readonly EventKind[],
  storeEnvId: string,
  now: Date,
): Static<typeof Catalogue>['data'] =>
  kinds.map(({ name, area, description, logged, example }, i) => {
    const { id, ...rest } = example
    return {
      name,
      scope: scopeOf({ area, method: 'GET' }),
      description,
      logged,
      example: {
        event_id: '019a9f60-4c1d-7e2f-8a3b-b1c2d3e4f50a',
        event: name,
        created_at: now.toISOString(),
        store_env_id: storeEnvId,
        data: { id, sequence: 101 + i, ...rest },
      },
    }
  })

export const eventContract = (kinds: readonly EventKind[]) =>
  kinds.map(({ name, area, description, logged, data, example }) => {
    const fields = withMaskedFields(data)
    const { id, ...rest } = fields.properties
    const properties = {
      id,
      sequence: { type: 'integer', description: 'Event counter of the store, ascending in the order of the events.' },
      ...rest,
    }
    return {
      name,
      description,
      scope: scopeOf({ area, method: 'GET' }),
      logged,
      data: { ...data, properties, required: ['sequence', ...fields.required] },
      example,
    }
  })

export function deliveryContract(kinds: readonly EventKind[]) {
  const examples = buildExamples(kinds, '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00', new Date('2026-11-02T09:30:00Z'))
  return eventContract(kinds).map(({ name, description, data }, i) => ({
    name,
    description,
    schema: {
      type: 'object',
      required: ['event_id', 'event', 'created_at', 'store_env_id', 'data'],
      properties: {
        event_id: { type: 'string', format: 'uuid', description: 'Id of the event, equal to the header `webhook-id`.' },
        event: { type: 'string', enum: [name], description: 'Kind of the event.' },
        created_at: { type: 'string', format: 'date-time', description: 'Time the event happened.' },
        store_env_id: { type: 'string', format: 'uuid', description: 'Id of the store.' },
        data: { ...data, description: 'Data of the event at the time it happened. Fields may be added.' },
        test: {
          type: 'boolean',
          description: 'Whether it is a test event of `POST /outbound-webhooks/{id}/test`. Absent otherwise.',
        },
      },
    },
    example: examples[i]?.example,
  }))
}
