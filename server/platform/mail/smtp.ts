// Mails wait here, not in nodemailer, so that organizations take turns and a waiting mail can be aborted.

import { Readable } from 'node:stream'
import { Turns } from '../process/turns.ts'
import { type Email, signedHeaders } from './compose.ts'
import { aborted, accepted, type DeliveryResult, readFailure, type SmtpError } from './delivery-result.ts'
import type { DeliveryOptions, Transport } from './mail.ts'

const connections = 5
/** An SMTP dialogue that takes longer counts as broken. */
const endWithinMs = 120_000

/**
 * `hasBody`: a byte of the message itself may have been sent. `begin`: the callback that runs before the first of these
 * bytes is sent.
 */
type Progress = { hasBody: boolean; isAborted: boolean; begin: DeliveryOptions['begin'] }
type Connection = Awaited<ReturnType<typeof open>>

export function smtpTransport(url: string): Transport {
  // `SMTP_URL` may override the number of connections, like every other nodemailer setting.
  const atOnce = Number(new URL(url).searchParams.get('maxConnections')) || connections
  const turns = new Turns({ atOnce, ofOrganization: Math.ceil(atOnce / 2) })
  let opened: Promise<Connection> | undefined
  return {
    name: 'smtp',
    deliver: (email, { signal, begin } = {}) =>
      turns.run({ organizationId: email.organizationId ?? '', storeEnvId: email.storeEnvId }, async () => {
        if (signal?.aborted) return aborted
        opened ??= open(url)
        return deliver(opened, email, begin)
      }),
    close: () => void opened?.then((transport) => transport.close()),
  }
}

async function open(url: string) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    // Only a mail that has not started is requeued, so a started mail is never sent twice.
    maxRequeues: 1,
    idleTimeout: 20_000,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(isUnsafe(url) && { requireTLS: true }),
  } as object)
  // The transport reads the message only after the server has requested it. From the first byte on, the server may have the
  // mail.
  transport.use('stream', (mail, done) => {
    const { message, data } = mail
    const create = message.createReadStream.bind(message)
    message.createReadStream = (...given: Parameters<typeof create>) => {
      const { progress } = data as unknown as { progress: Progress }
      return Readable.from(readOnceBegun(create(...given), progress), { objectMode: false })
    }
    done()
  })
  return transport
}

async function* readOnceBegun(text: Readable, progress: Progress) {
  try {
    await progress.begin?.()
  } catch (error) {
    progress.isAborted = true
    throw error
  }
  progress.hasBody = true
  yield* text
}

/** True when a password would travel unencrypted to another machine. */
function isUnsafe(url: string): boolean {
  const { protocol, hostname, username, searchParams } = new URL(url)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && username !== '' && !isLocal && !searchParams.has('requireTLS')
}

async function deliver(
  opened: Promise<Connection>,
  email: Email,
  begin: DeliveryOptions['begin'],
): Promise<DeliveryResult> {
  const progress: Progress = { hasBody: false, isAborted: false, begin }
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), endWithinMs)
  try {
    const transport = await opened
    const info = await Promise.race([transport.sendMail({ ...toMail(email), progress } as object), late])
    if (info === 'late')
      return { outcome: 'lost', answer: 'The SMTP conversation took too long.', isUnknownRecipient: false }
    return accepted((info as { response?: string }).response ?? null)
  } catch (error) {
    return progress.isAborted ? aborted : readFailure(error as SmtpError, progress.hasBody)
  } finally {
    clearTimeout(timer)
  }
}

function toMail({ envelope, from, to, replyTo, subject, text, html, messageId, date, headers, dkim }: Email) {
  return {
    envelope,
    from: { name: from.name ?? '', address: from.address },
    to: { name: to.name ?? '', address: to.address },
    ...(replyTo !== null && { replyTo: { name: from.name ?? '', address: replyTo } }),
    subject,
    text,
    ...(html !== undefined && { html }),
    messageId,
    date,
    // The headers are sent unfolded, because a folded List-Unsubscribe breaks when a relay signs it again.
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
    ...(dkim && { dkim: { ...dkim, headerFieldNames: signedHeaders } }),
  }
}
