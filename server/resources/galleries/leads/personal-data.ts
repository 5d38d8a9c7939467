import type { PersonalData } from '#platform/areas/personal-data.ts'
import { eraseLeads } from './commands.ts'
import { CustomerLead } from './schema.ts'
import { listByEmail } from './store.ts'

export const personalData: PersonalData = {
  tables: ['gallery_leads'],
  lists: [
    {
      name: 'leads',
      description: 'Leads the person sent through gallery forms, newest first.',
      shape: CustomerLead,
      list: (tx, { email }, limit) => listByEmail(tx, email, limit),
    },
  ],
  counts: { leadsDeleted: 'Number of leads deleted.' },
  erase: async (tx, { email }) => ({ leadsDeleted: await eraseLeads(tx, email) }),
}
