// Sends mail. Without SMTP_URL it goes to the database's mailbox, where the operator reads it: nothing leaves by accident.
// Mail is always sent by a job, never inside a request.
import type { Db } from './db/db.ts'
import { sql } from './db/query.ts'
import { newId } from './ids.ts'

export type Message = { to: string; subject: string; text: string; html?: string; organizationId?: string }
export type Mail = { send(message: Message): Promise<void>; close(): void }

export function createMail(options: { smtpUrl: string | undefined; from: string; db: Db }): Mail {
  return options.smtpUrl ? smtp(options.smtpUrl, options.from) : mailbox(options.db)
}

function smtp(url: string, from: string): Mail {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 } as object),
  )
  return {
    async send({ to, subject, text, html }) {
      await (await transport).sendMail({ from, to, subject, text, ...(html && { html }) })
    },
    close: () => void transport.then((each) => each.close()),
  }
}

const mailbox = (db: Db): Mail => ({
  async send({ to, subject, text, html, organizationId }) {
    await db.system('write', (tx) =>
      tx.run(sql`
        insert into mailbox (id, organization_id, recipient, subject, text_body, html_body, created_at)
        values (${newId(tx.now.getTime())}, ${organizationId ?? null}, ${to}, ${subject}, ${text}, ${html ?? null}, ${tx.now})`),
    )
  },
  close: () => {},
})
