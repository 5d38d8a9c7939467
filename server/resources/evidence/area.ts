import type { Area } from '#platform/areas/area.ts'
import { beforeRemoval } from '#platform/areas/organization-end.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { appealPages } from './appeals/appeal-route.ts'
import { personalData } from './appeals/personal-data.ts'
import { outcomeMail, rejectionMail, rejectionSubscribers } from './appeals/rejection-commands.ts'
import rejectionJobs from './appeals/rejection-jobs.ts'
import appeals from './appeals/routes.ts'
import { archive } from './archive.ts'
import { ledgerSubscriber } from './commands.ts'
import { sealedKey } from './heads/key-commands.ts'
import ledgerJobs from './jobs.ts'
import { packPage } from './packs/download-page.ts'
import packs from './packs/routes.ts'
import policies from './policies/routes.ts'
import { keepLastHead, storeDeleted } from './public/commands.ts'
import { evidencePages } from './public/pages.ts'
import { ledgerArchive } from './restoring/archive.ts'
import { restoreSubscriber } from './restoring/commands.ts'
import ledger from './routes.ts'
import settings from './settings-routes.ts'
import { deletionSubscribers } from './suppression/commands.ts'
import jobs from './suppression/jobs.ts'
import suppression from './suppression/routes.ts'

const auditActions = [
  'appeal.decided',
  'evidence_pack.created',
  'evidence_settings.changed',
  'moderation_policy.changed',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'evidence',
  auditActions,
  adminPages: ['moderation', 'evidence'],
  operations: [...ledger, ...packs, ...policies, ...settings, ...suppression, ...appeals],
  pages: [...evidencePages, packPage, ...appealPages],
  jobs: [...ledgerJobs, ...jobs, ...rejectionJobs],
  // The ledger's subscriber is last, because appending locks the ledger until the transaction ends.
  subscribers: [...deletionSubscribers, ...rejectionSubscribers, restoreSubscriber, ledgerSubscriber],
  contributions: [mailKinds.of(rejectionMail, outcomeMail), beforeRemoval.of(keepLastHead)],
  errors: { already_appealed: 409, appeal_decided: 409, [storeDeleted]: 410 },
  personalData,
  sealed: [sealedKey],
  features: { evidence_packs: 'scale' },
  archive: [...archive, ...ledgerArchive],
} satisfies Area
