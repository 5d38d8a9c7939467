import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { deleteOldEvents } from './delete-old-events.ts'

export default [
  job({
    id: 'events.clean',
    across: true,
    payload: Type.Object({}),
    schedule: '41 4 * * *',
    operatorName: 'events-clean',
    run: deleteOldEvents,
  }),
]
