import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseMessages } from './commands.ts'
import { CustomerMessage } from './messages/schema.ts'
import { listOfPerson } from './messages/store.ts'

export const personalData: PersonalData = {
  tables: ['email_messages', 'mailbox'],
  lists: [
    {
      name: 'messages',
      description: 'Emails to the person, newest first.',
      shape: CustomerMessage,
      list: (tx, { email }, limit) => listOfPerson(tx, email, limit),
    },
  ],
  async erase(tx, { email }) {
    await eraseMessages(tx, email)
    return undefined
  },
}
