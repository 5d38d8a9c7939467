import type { PersonalData } from '#platform/areas/personal-data.ts'
import { erasePersonEvents, listPersonEvents } from './commands.ts'
import { CustomerProviderEvent } from './events/schema.ts'

export const personalData: PersonalData = {
  tables: ['connection_events'],
  lists: [
    {
      name: 'providerEvents',
      description: 'Events about the person, queued for or sent to connected providers.',
      shape: CustomerProviderEvent,
      list: (tx, { email, secrets }, limit) => listPersonEvents(tx, secrets, email, limit),
    },
  ],
  async erase(tx, { email, secrets }) {
    await erasePersonEvents(tx, secrets, email)
    return undefined
  },
}
