import type { PersonalData } from '#platform/areas/personal-data.ts'
import { personOf } from './people.ts'
import { payloadOf } from './rules.ts'
import { CustomerWebhook } from './schema.ts'
import * as store from './store.ts'

const mostListed = 1_000

/** What shops have sent of a person: their orders above all. It is erased before the orders by which some of it is found. */
export const personalData: PersonalData = {
  tables: ['inbound_webhooks', 'inbound_webhook_people'],
  lists: [
    {
      name: 'inboundWebhooks',
      shape: CustomerWebhook,
      async list(tx, { email, secrets }, limit = mostListed) {
        const rows = await store.listOfPerson(tx, email, personOf(secrets, tx.storeEnvId, email), limit)
        return rows.map(({ body, ...row }) => ({ ...row, payload: payloadOf(body) }))
      },
    },
  ],
  async erase(tx, { email, secrets }) {
    await store.eraseOfPerson(tx, email, personOf(secrets, tx.storeEnvId, email))
    return undefined
  },
}
