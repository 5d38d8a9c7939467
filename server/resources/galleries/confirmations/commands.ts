// Has a visitor prove the address: a link is mailed to it, and pressing the button behind the link confirms. The mail says
// nothing that the visitor wrote: whoever typed the address in may be somebody else.

import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { linkToken, type Named, readLinkToken } from '#platform/process/proven-link.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { type MessageKind, queueMessage } from '#resources/email/commands.ts'
import * as leads from '../leads/store.ts'

/** Its owner's mailbox is not to be filled by somebody who types the address in. */
export const maxMailsPerDay = 5
const dayMs = 86_400_000

type Asked = { id: string; email: string; locale: string | null; store: { name: string; url: string } }

const purpose = 'gallery lead'

export async function requestConfirmation(
  tx: StoreTx,
  { secrets, origin }: Pick<Services, 'secrets' | 'origin'>,
  { id, email, locale, store }: Asked,
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

export const readConfirmation = (secrets: Secrets, token: string): Named | undefined =>
  readLinkToken(secrets, purpose, token)

const keyStart = 'lead_confirmation:'

export const confirmationMail: MessageKind = {
  template: 'lead_confirmation',
  async stillWanted(tx, { key }) {
    const lead = await leads.findById(tx, key.slice(keyStart.length))
    return lead?.status === 'unconfirmed' ? true : { skip: lead ? 'already_settled' : 'lead_removed' }
  },
}
