import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { translateDue, translateJob, wakeIfDue } from './commands.ts'

export default [
  job({ id: translateJob, bulk: 'translations', payload: OfStore, run: translateDue }),
  ...storeWalk({
    id: 'translations.translate_all',
    schedule: '37 2 * * *',
    operatorName: 'review-translations',
    visit: wakeIfDue,
  }),
]
