// Reads the sender of a store's mail with one statement per batch, and decrypts each key only once.

import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { keyContext, openKey } from './keys.ts'
import { buildReturnPathHost, chooseSenderName, isInPlan, messageToken, parseAddress } from './rules.ts'
import * as store from './store.ts'

export type Sender = {
  from: { name: string; address: string }
  replyTo: string | null
  dkim: { domainName: string; keySelector: string; privateKey: string } | null
  /** A name in the store's own domain for bounces, so SPF is aligned too. */
  returnPathHost: string | null
}

type Deployment = Pick<Services, 'config' | 'secrets' | 'log'>

/**
 * Returns the verified domain's address if the plan includes it, or else the operator's. The reply address is null if
 * none was chosen, so customers never get a member's address.
 */
export async function readSender(tx: StoreTx, services: Deployment): Promise<Sender> {
  const row = await store.findSender(tx)
  const name = chooseSenderName(row)
  const dkim = isInPlan(row.subscription, tx.now, services.config.billing)
    ? openDkim(tx.storeEnvId, services, row)
    : null
  if (!dkim) {
    const address = parseAddress(services.config.mailFrom)
    return { from: { name, address }, replyTo: row.reply_to, dkim: null, returnPathHost: null }
  }
  return {
    from: { name, address: `${row.from_local}@${dkim.domainName}` },
    replyTo: row.reply_to,
    dkim,
    returnPathHost: row.return_path_ok ? buildReturnPathHost(dkim.domainName) : null,
  }
}

/** Envelope sender for bounces, or null if the operator has no bounce address. `host` is a sender's `returnPathHost`. */
export function bounceAddress(
  services: Pick<Services, 'config' | 'secrets'>,
  storeEnvId: string,
  messageId: string,
  host?: string | null,
): string | null {
  const { bounceAddress: address } = services.config
  if (!address) return null
  const [local, operators] = address.split('@')
  return `${local}+${messageToken(services.secrets, storeEnvId, messageId)}@${host ?? operators}`
}

/** Headers that identify a message in reports: our own header, and the one that the operator's mail provider returns. */
export function reportHeaders(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  storeEnvId: string,
  messageId: string,
): Record<string, string> {
  const token = messageToken(secrets, storeEnvId, messageId)
  const host = config.smtpUrl === undefined ? '' : new URL(config.smtpUrl).hostname
  const own = { 'X-Evident-Message': token }
  if (/(^|\.)postmarkapp\.com$/.test(host)) return { ...own, 'X-PM-Metadata-evident': token }
  if (/(^|\.)mailgun\.org$/.test(host)) return { ...own, 'X-Mailgun-Variables': JSON.stringify({ evident: token }) }
  if (/(^|\.)sendgrid\.net$/.test(host))
    return { ...own, 'X-SMTPAPI': JSON.stringify({ unique_args: { evident: token } }) }
  return own
}

function openDkim(storeEnvId: string, { secrets, log }: Deployment, row: store.SenderRow): Sender['dkim'] {
  const { domain, key_id, selector, private_key } = row
  if (!domain || !key_id || !selector || !private_key) return null
  const privateKey = openKey(secrets, storeEnvId, key_id, private_key)
  if (privateKey === undefined) {
    // The operator's address sends the mail, because otherwise no mail would be sent.
    log.warn({ store: storeEnvId }, 'a DKIM key cannot be opened: it was sealed under another SECRET_KEY')
    return null
  }
  return { domainName: domain, keySelector: selector, privateKey }
}

export const sealedSendingKey: SealedColumn = { table: 'sending_keys', column: 'private_key', contextOf: keyContext }
