// The mailbox in the database: where mail goes when no SMTP server is named. The only writer of its table.
import type { CrossDb, StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import type { Address, Letter } from './compose.ts'
import { accepted } from './handover.ts'
import type { Carrier } from './mail.ts'

export const mailboxCarrier = (db: CrossDb): Carrier => ({
  name: 'mailbox',
  async handOver(letter) {
    try {
      await keep(db, letter)
      return accepted('Kept in the local mailbox.')
    } catch (error) {
      // The same mail again is the same row: nothing is lost, or there twice.
      return { result: 'unreachable', answer: (error as Error).message, isRecipientGone: false }
    }
  },
  close: () => {},
})

const keep = (db: CrossDb, letter: Letter) =>
  db.system('write', (tx) =>
    tx.run(sql`
        insert into mailbox (id, organization_id, store_env_id, recipient, sender, reply_to, subject, text_body, html_body, headers, created_at)
        values (${letter.id}, ${letter.organizationId ?? null}, ${letter.storeEnvId ?? null}, ${letter.to.address},
                ${written(letter.from)}, ${letter.replyTo}, ${letter.subject}, ${letter.text}, ${letter.html ?? null},
                ${JSON.stringify(headersOf(letter))}::jsonb, ${tx.now})
        on conflict (id) do nothing`),
  )

/** Empties a store's mailbox; what belongs to its organization alone stays. */
export const clearMailbox = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    delete from mailbox m where m.organization_id = ${tx.organizationId} and m.store_env_id = ${tx.storeEnvId}`)

export const removeMailOf = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`
    delete from mailbox m
     where m.organization_id = ${tx.organizationId} and m.store_env_id = ${tx.storeEnvId} and lower(trim(m.recipient)) = ${email}`)

/** Ids begin with their time. */
export const removeMailBefore = (tx: SystemTx, boundaryId: string, limit: number): Promise<number> =>
  tx.run(sql`
    delete from mailbox m
     where m.id = any(array(select o.id from mailbox o where o.id < ${boundaryId} order by o.id limit ${limit}))`)

const written = ({ name, address }: Address) => (name ? `${name} <${address}>` : address)

const headersOf = ({ messageId, date, headers, envelope }: Letter) =>
  Object.entries({
    'Return-Path': `<${envelope.from}>`,
    'Message-ID': messageId,
    Date: date.toUTCString(),
    ...headers,
  }).map(([name, value]) => ({ name, value }))
