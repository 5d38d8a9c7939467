import { storeWalk } from '#platform/jobs/store-walk.ts'
import { deleteOldEvents } from './delete-old-events.ts'

export default [
  ...storeWalk({
    id: 'events.clean',
    schedule: '41 4 * * *',
    operatorName: 'events-clean',
    visit: deleteOldEvents,
  }),
]
