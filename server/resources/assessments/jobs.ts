import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { writeJob } from './commands.ts'
import { mailReminder, remindJob, remindOwners } from './reminder.ts'
import { deleteExpiredFiles, runAssessment } from './run-assessment.ts'

export default [
  // The job needs access beyond one store only because its first run creates the signing key.
  job({
    id: writeJob,
    across: true,
    bulk: 'evidence',
    payload: Type.Object({ storeEnvId: Type.String(), organizationId: Type.String(), assessmentId: Type.String() }),
    run: runAssessment,
  }),
  ...storeWalk({ id: 'evidence.clean_assessments', schedule: '43 3 * * *', visit: deleteExpiredFiles }),
  ...storeWalk({
    id: 'evidence.remind_of_assessments',
    schedule: '17 6 * * *',
    operatorName: 'yearly-assessments',
    visit: ({ db, services, now }, scope) => remindOwners(db, scope, services.config.billing, now),
  }),
  job({
    id: remindJob,
    payload: Type.Object({ ...OfStore.properties, to: Type.String(), finishedAt: Type.String() }),
    run: mailReminder,
  }),
]
