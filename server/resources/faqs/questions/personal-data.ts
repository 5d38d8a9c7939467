import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseAsker } from './commands.ts'
import { CustomerQuestion } from './schema.ts'
import { listByEmail } from './store.ts'

export const personalData: PersonalData = {
  tables: ['faq_questions'],
  lists: [
    {
      name: 'questions',
      description: 'Questions of the person on shop pages, newest first.',
      shape: CustomerQuestion,
      list: (tx, { email }, limit) => listByEmail(tx, email, limit),
    },
  ],
  counts: { questionsDeleted: 'Number of questions deleted.' },
  erase: async (tx, { email }) => ({ questionsDeleted: await eraseAsker(tx, email) }),
}
