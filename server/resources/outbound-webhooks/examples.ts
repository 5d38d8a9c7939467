import type { Static } from 'typebox'
import { catalogue } from '#resources/events/events.ts'
import type { Catalogue } from './schema.ts'

/** The catalogue as the reference shows it: each kind with the body of a delivery. */
export const exampleOf = (storeEnvId: string, now: Date): Static<typeof Catalogue>['data'] =>
  catalogue.map(({ name, description, logged, example }, i) => {
    const { id, ...rest } = example
    return {
      name,
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

/** Every kind with the shape of its data, for whoever generates types from it. */
export const eventContract = () =>
  catalogue.map(({ name, description, logged, data, example }) => {
    const { id, ...rest } = data.properties
    const properties = { id, sequence: { type: 'integer' }, ...rest }
    return {
      name,
      description,
      logged,
      data: { ...data, properties, required: ['sequence', ...(data.required ?? [])] },
      example,
    }
  })
