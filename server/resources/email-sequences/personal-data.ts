import type { PersonalData } from '#platform/areas/personal-data.ts'
import { PersonalRun } from './runs/schema.ts'
import { deleteByEmail, listPersonalRuns } from './runs/store.ts'

/** A run is deleted completely, because it has no purpose without its person. */
export const personalData: PersonalData = {
  tables: ['email_sequence_runs', 'email_sequence_messages'],
  lists: [
    {
      name: 'sequenceRuns',
      description: 'Runs of email sequences of the person.',
      shape: PersonalRun,
      list: (tx, { email }, limit) => listPersonalRuns(tx, email, limit),
    },
  ],
  counts: { runsDeleted: 'Number of sequence runs deleted, with their emails.' },
  erase: async (tx, { email }) => ({ runsDeleted: await deleteByEmail(tx, email) }),
}
