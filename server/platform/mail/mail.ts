// Sends mail: over SMTP, or without SMTP_URL into the database's mailbox, where it can be read, so that nothing is sent by
// accident. Mail is sent by jobs, never inside a request. Suppression and retries are not decided here.
import type { Clock } from '../clock.ts'
import type { CrossDb } from '../db/db.ts'
import { type Address, compose, type Email } from './compose.ts'
import type { DeliveryResult } from './delivery-result.ts'
import { mailboxTransport } from './mailbox.ts'
import { smtpTransport } from './smtp.ts'

/** A mail of the service itself, such as an invitation. */
export type ServiceEmail = { to: string; subject: string; text: string; html?: string; organizationId?: string }

export type Mail = {
  /** Throws unless the mail was accepted; retrying is left to the caller. */
  send(message: ServiceEmail): Promise<void>
  /** Never throws. A mail that has not begun when `signal` is aborted is not sent. */
  deliver(email: Email, signal?: AbortSignal): Promise<DeliveryResult>
  transport: 'smtp' | 'mailbox'
  close(): void
}

/** Delivers one composed mail. */
export type Transport = {
  name: Mail['transport']
  deliver(email: Email, signal?: AbortSignal): Promise<DeliveryResult>
  close(): void
}

export function createMail(options: { smtpUrl: string | undefined; from: string; db: CrossDb; clock: Clock }): Mail {
  const { smtpUrl, db, clock } = options
  const from = parseAddress(options.from)
  const transport: Transport = smtpUrl ? smtpTransport(smtpUrl) : mailboxTransport(db)
  return {
    transport: transport.name,
    deliver: (email, signal) => transport.deliver(email, signal),
    async send({ to, subject, text, html, organizationId }) {
      const email = compose({ from, to: { address: to }, subject, text, html, organizationId, date: clock.now() })
      const { outcome, answer } = await transport.deliver(email)
      if (outcome !== 'accepted') throw new Error(`the mail was ${outcome}${answer === null ? '' : `: ${answer}`}`)
    },
    close: () => transport.close(),
  }
}

/** `Name <address>`, or an address alone. */
export function parseAddress(text: string): Address {
  const [, name = '', address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address === undefined ? { address: text.trim() } : { name: name.replace(/^"(.*)"$/, '$1'), address }
}
