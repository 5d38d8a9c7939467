import type { Area } from '#platform/area.ts'
import { beforeRemoval } from '#platform/organization-end.ts'
import { deletionJobs } from './deletion/jobs.ts'
import deletion from './deletion/routes.ts'
import organization from './routes.ts'
import signUpJobs from './sign-up/jobs.ts'
import signUp from './sign-up/routes.ts'
import transferJobs from './transfer/jobs.ts'
import transfer from './transfer/routes.ts'

const auditActions = [
  'organization.deletion_requested',
  'organization.deletion_undone',
  'organization.settings_updated',
  'organization.transfer_declined',
  'organization.transfer_requested',
  'organization.transfer_withdrawn',
  'organization.transferred',
  'organization.updated',
] as const

declare module '#platform/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'orgs',
  auditActions,
  adminPages: ['settings/organization'],
  operations: [...organization, ...transfer, ...deletion, ...signUp],
  jobs: ({ contributions }) => [...transferJobs, ...deletionJobs(beforeRemoval.in(contributions)), ...signUpJobs],
  errors: { already_owner: 409, sign_up_closed: 403, transfer_not_yours: 403, transfer_pending: 409 },
} satisfies Area
