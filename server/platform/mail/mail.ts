// Sends mail: over SMTP, or without SMTP_URL into the database's mailbox, where it can be read: nothing leaves by accident.
// Mail is sent by jobs, never inside a request. It decides nothing about who may be written to, and tries nothing twice.
import type { Clock } from '../clock.ts'
import type { CrossDb } from '../db/db.ts'
import { type Address, compose, type Letter } from './compose.ts'
import type { Handover } from './handover.ts'
import { mailboxCarrier } from './mailbox.ts'
import { smtpCarrier } from './smtp.ts'

/** A mail of the service itself, such as an invitation. */
export type Message = { to: string; subject: string; text: string; html?: string; organizationId?: string }

export type Mail = {
  /** Throws unless the mail was taken; whoever calls it, tries again. */
  send(message: Message): Promise<void>
  /** Says what became of it, whatever that is. What has not begun when `signal` is aborted is called off. */
  handOver(letter: Letter, signal?: AbortSignal): Promise<Handover>
  carrier: 'smtp' | 'mailbox'
  close(): void
}

/** Takes one composed mail; it is told how the mail would look on the wire. */
export type Carrier = {
  name: Mail['carrier']
  handOver(letter: Letter, signal?: AbortSignal): Promise<Handover>
  close(): void
}

export function createMail(options: { smtpUrl: string | undefined; from: string; db: CrossDb; clock: Clock }): Mail {
  const { smtpUrl, db, clock } = options
  const from = readMailbox(options.from)
  const carrier: Carrier = smtpUrl ? smtpCarrier(smtpUrl) : mailboxCarrier(db)
  return {
    carrier: carrier.name,
    handOver: (letter, signal) => carrier.handOver(letter, signal),
    async send({ to, subject, text, html, organizationId }) {
      const letter = compose({ from, to: { address: to }, subject, text, html, organizationId, date: clock.now() })
      const { result, answer } = await carrier.handOver(letter)
      if (result !== 'accepted') throw new Error(`the mail was ${result}${answer === null ? '' : `: ${answer}`}`)
    },
    close: () => carrier.close(),
  }
}

/** `Name <address>`, or an address alone. */
export function readMailbox(text: string): Address {
  const [, name = '', address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address === undefined ? { address: text.trim() } : { name: name.replace(/^"(.*)"$/, '$1'), address }
}
