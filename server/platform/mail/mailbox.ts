import type { CrossDb, StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import type { Address, Email } from './compose.ts'
import { accepted } from './delivery-result.ts'
import type { Transport } from './mail.ts'

export const mailboxTransport = (db: CrossDb): Transport => ({
  name: 'mailbox',
  async deliver(email) {
    try {
      await insertEmail(db, email)
      return accepted('Stored in the local mailbox.')
    } catch (error) {
      // `unreachable` causes a retry. This is safe, because a repeated mail is stored in the same row.
      return { outcome: 'unreachable', answer: (error as Error).message, isUnknownRecipient: false }
    }
  },
  close: () => {},
})

export const insertEmail = (db: CrossDb, email: Email) =>
  db.system('write', (tx) =>
    tx.run(sql`
        insert into mailbox (id, organization_id, store_env_id, recipient, sender, reply_to, subject, text_body, html_body, headers, created_at)
        values (${email.id}, ${email.organizationId ?? null}, ${email.storeEnvId ?? null}, ${email.to.address},
                ${formatAddress(email.from)}, ${email.replyTo}, ${email.subject}, ${email.text}, ${email.html ?? null},
                ${JSON.stringify(buildHeaders(email))}::jsonb, ${tx.now})
        on conflict (id) do nothing`),
  )

export const deleteAllMail = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    delete from mailbox m where m.organization_id = ${tx.organizationId} and m.store_env_id = ${tx.storeEnvId}`)

/** Deletes mails to the address, and mails to other people that contain the address. */
export const deleteMail = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`
    delete from mailbox m
     where m.organization_id = ${tx.organizationId} and m.store_env_id = ${tx.storeEnvId}
       and (lower(trim(m.recipient)) = ${email} or lower(m.reply_to) = ${email} or position(${email} in lower(m.text_body)) > 0)`)

/** Mail ids start with their time of creation. */
export const deleteMailBefore = (tx: SystemTx, boundaryId: string, limit: number): Promise<number> =>
  tx.run(sql`
    delete from mailbox m
     where m.id = any(array(select o.id from mailbox o where o.id < ${boundaryId} order by o.id limit ${limit}))`)

const formatAddress = ({ name, address }: Address) => (name ? `${name} <${address}>` : address)

const buildHeaders = ({ messageId, date, headers, envelope }: Email) =>
  Object.entries({
    'Return-Path': `<${envelope.from}>`,
    'Message-ID': messageId,
    Date: date.toUTCString(),
    ...headers,
  }).map(([name, value]) => ({ name, value }))
