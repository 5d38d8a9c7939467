import type { CrossDb } from '../db/db.ts'
import type { Clock } from '../process/clock.ts'
import { type Address, compose } from './compose.ts'
import type { Mail, Transport } from './mail.ts'
import { mailboxTransport } from './mailbox.ts'
import { smtpTransport } from './smtp.ts'

export function createMail(options: { smtpUrl: string | undefined; from: string; db: CrossDb; clock: Clock }): Mail {
  const { smtpUrl, db, clock } = options
  const from = parseAddress(options.from)
  const transport: Transport = smtpUrl ? smtpTransport(smtpUrl) : mailboxTransport(db)
  return {
    transport: transport.name,
    deliver: (email, options) => transport.deliver(email, options),
    async send({ to, subject, text, html, organizationId }) {
      const email = compose({ from, to: { address: to }, subject, text, html, organizationId, date: clock.now() })
      const { outcome, answer } = await transport.deliver(email)
      if (outcome !== 'accepted') throw new Error(`the mail was ${outcome}${answer === null ? '' : `: ${answer}`}`)
    },
    close: () => transport.close(),
  }
}

export function parseAddress(text: string): Address {
  const [, name = '', address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return address === undefined ? { address: text.trim() } : { name: name.replace(/^"(.*)"$/, '$1'), address }
}
