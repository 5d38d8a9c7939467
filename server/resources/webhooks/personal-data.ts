import type { PersonalData } from '#platform/areas/personal-data.ts'
import { hashPerson } from './people.ts'
import { parsePayload } from './rules.ts'
import { CustomerWebhook } from './schema.ts'
import * as store from './store.ts'

const mostListed = 1_000

/**
 * Webhooks with a person's data, mostly orders. They are erased before the stored orders, because the erasure finds
 * webhooks through orders.
 */
export const personalData: PersonalData = {
  tables: ['inbound_webhooks', 'inbound_webhook_people'],
  lists: [
    {
      name: 'inboundWebhooks',
      description: 'Webhooks of the connected shop about the person, while they are stored.',
      shape: CustomerWebhook,
      async list(tx, { email, secrets }, limit = mostListed) {
        const rows = await store.listOfPerson(tx, email, hashPerson(secrets, tx.storeEnvId, email), limit)
        return rows.map(({ body, ...row }) => ({ ...row, payload: parsePayload(body) }))
      },
    },
  ],
  async erase(tx, { email, secrets }) {
    await store.eraseOfPerson(tx, email, hashPerson(secrets, tx.storeEnvId, email))
    return undefined
  },
}
