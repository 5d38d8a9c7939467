import type { PersonalData } from '#platform/areas/personal-data.ts'
import { PersonsAppeal } from './schema.ts'
import { listPersonAppeals } from './store.ts'

/** Erasing or deleting a review publishes an event that deletes the statements of its appeals. Decisions stay. */
export const personalData: PersonalData = {
  tables: ['appeals', 'appeal_links', 'rejections'],
  lists: [
    {
      name: 'appeals',
      description: 'Appeals of the person against rejections.',
      shape: PersonsAppeal,
      list: (tx, { email }, limit) => listPersonAppeals(tx, email, limit),
    },
  ],
}
