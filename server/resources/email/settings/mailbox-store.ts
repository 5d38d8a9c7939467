import type { Static } from 'typebox'
import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { MailboxItem, MailboxMessage } from './mailbox-schema.ts'

type Item = { id: string; recipient: string; sender: string | null; subject: string; created_at: string }

/** Selects a store's own mail. Only owners see mail to the organization's people, because the links in it give access. */
const visible = (tx: StoreTx, isOwner: boolean) => sql`
  m.organization_id = ${tx.organizationId}
  and (m.store_env_id = ${tx.storeEnvId} ${isOwner ? sql`or m.store_env_id is null` : sql``})`

export function list(tx: StoreTx, request: PageRequest, isOwner: boolean) {
  const columns = sql<Item>`m.id, m.recipient, m.sender, m.subject, m.created_at`
  return listNewest(tx, request, { columns, from: sql`mailbox m where ${visible(tx, isOwner)}`, table: 'm' }, toItem)
}

type Row = Item & {
  reply_to: string | null
  headers: { name: string; value: string }[]
  text_body: string
  html_body: string | null
}

export const find = (tx: StoreTx, id: string, isOwner: boolean) =>
  tx.first<Row>(sql`
    select m.id, m.recipient, m.sender, m.subject, m.created_at, m.reply_to, m.headers, m.text_body, m.html_body
      from mailbox m where ${visible(tx, isOwner)} and m.id = ${id}`)

const toItem = ({ id, recipient, sender, subject, created_at }: Item): Static<typeof MailboxItem> => ({
  id,
  recipient,
  sender,
  subject,
  createdAt: created_at,
})

export const toMessage = (row: Row): Static<typeof MailboxMessage> => ({
  ...toItem(row),
  replyTo: row.reply_to,
  headers: row.headers,
  text: row.text_body,
  html: row.html_body,
})
