import type { Area } from '#platform/areas/area.ts'
import { beforeRemoval } from '#platform/areas/organization-end.ts'
import { deletionJobs } from './deletion/jobs.ts'
import deletion from './deletion/routes.ts'
import firstAccount from './first-account/routes.ts'
import organization from './routes.ts'
import signUpJobs from './sign-up/jobs.ts'
import signUp from './sign-up/routes.ts'
import { sealedClientSecret } from './single-sign-on/commands.ts'
import signOnJobs from './single-sign-on/jobs.ts'
import { signOnPages } from './single-sign-on/pages.ts'
import singleSignOn from './single-sign-on/routes.ts'
import { domainKnown, domainTaken } from './single-sign-on/rules.ts'
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
  'single_sign_on.domain_added',
  'single_sign_on.domain_lost',
  'single_sign_on.domain_proven',
  'single_sign_on.domain_removed',
  'single_sign_on.linked',
  'single_sign_on.refused',
  'single_sign_on.removed',
  'single_sign_on.updated',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'orgs',
  auditActions,
  adminPages: ['settings/organization', 'settings/single-sign-on'],
  operations: [...organization, ...transfer, ...deletion, ...signUp, ...firstAccount, ...singleSignOn],
  pages: signOnPages,
  jobs: ({ contributions }) => [
    ...transferJobs,
    ...deletionJobs(beforeRemoval.in(contributions)),
    ...signUpJobs,
    ...signOnJobs,
  ],
  errors: {
    already_owner: 409,
    domain_known: 409,
    domain_not_proven: 409,
    domain_taken: 409,
    first_account_made: 403,
    first_account_token: 403,
    sign_up_closed: 403,
    transfer_not_yours: 403,
    transfer_pending: 409,
  },
  constraints: {
    single_sign_on_domains_once: domainKnown,
    single_sign_on_domains_proven_once: domainTaken,
  },
  sealed: [sealedClientSecret],
} satisfies Area
