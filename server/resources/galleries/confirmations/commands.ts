// The mail quotes nothing that the visitor wrote, because the address might belong to somebody else.

import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type LinkTarget, linkToken, readLinkToken } from '#platform/process/proven-link.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { type MessageKind, queueMessage } from '#resources/email/commands.ts'
import * as leads from '../leads/store.ts'

/** Protects the owner of an address from mails that others cause. */
export const maxMailsPerDay = 5
const dayMs = 86_400_000

type ConfirmationRequest = { id: string; email: string; locale: string | null; store: { name: string; url: string } }

const purpose = 'gallery lead'

export async function requestConfirmation(
  tx: StoreTx,
  { secrets, origin }: Pick<Services, 'secrets' | 'origin'>,
  { id, email, locale, store }: ConfirmationRequest,
): Promise<void> {
  const sinceYesterday = await leads.countSince(tx, email, new Date(tx.now.getTime() - dayMs))
  if (sinceYesterday > maxMailsPerDay) return
  await queueMessage(tx, secrets, {
    template: confirmationMail.template,
    to: { email },
    locale: locale ?? 'en',
    category: 'transactional',
    key: `${keyStart}${id}`,
    data: {
      store,
      customer: { name: '', firstName: '' },
      confirmUrl: `${origin}/l/${linkToken(secrets, purpose, { storeEnvId: tx.storeEnvId, id })}`,
    },
  })
}

export const readConfirmation = (secrets: Secrets, token: string): LinkTarget | undefined =>
  readLinkToken(secrets, purpose, token)

const keyStart = 'lead_confirmation:'

export const confirmationMail: MessageKind = {
  template: 'lead_confirmation',
  async stillWanted(tx, { key }) {
    const lead = await leads.findById(tx, key.slice(keyStart.length))
    return lead?.status === 'unconfirmed' ? true : { skip: lead ? 'already_settled' : 'lead_removed' }
  },
}
