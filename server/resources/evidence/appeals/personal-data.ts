import type { PersonalData } from '#platform/areas/personal-data.ts'
import { PersonsAppeal } from './schema.ts'
import { listOf } from './store.ts'

/** What was said goes when the review is forgotten or deleted, which is heard as an event; the decisions stay. */
export const personalData: PersonalData = {
  tables: ['appeals', 'appeal_links', 'rejections'],
  lists: [{ name: 'appeals', shape: PersonsAppeal, list: (tx, { email }, limit) => listOf(tx, email, limit) }],
}
