import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { mailJob, mailOwner, notifyOrganizations } from './commands.ts'

export default [
  job({
    id: 'account.notify_deprecations',
    across: true,
    payload: Type.Object({}),
    schedule: '37 7 * * *',
    operatorName: 'deprecation-notices',
    run: notifyOrganizations,
  }),
  job({
    id: mailJob,
    across: true,
    payload: Type.Object({ organizationId: Type.String(), to: Type.String() }),
    run: mailOwner,
  }),
]
