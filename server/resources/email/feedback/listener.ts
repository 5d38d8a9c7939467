// Only accepts mail to return addresses of our messages, so it is neither a relay nor a mailbox.
import { once } from 'node:events'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { type FeedbackContext, isReturnAddress, receiveMessage } from './commands.ts'
import { maxMessageBytes } from './message.ts'

const maxConnections = 50
const maxRecipients = 10

export type BounceListener = { port: number; stop(): Promise<void> }

export async function startBounceListener(
  context: FeedbackContext,
  listen: { host: string; port: number },
): Promise<BounceListener> {
  const { SMTPServer } = await import('smtp-server')
  const { log } = context.services
  const server = new SMTPServer({
    name: context.services.config.bounceAddress?.split('@')[1] ?? 'localhost',
    banner: 'Evident only accepts bounces',
    // Reporting servers have no accounts here, and there is no certificate for the operator's host name.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    maxClients: maxConnections,
    socketTimeout: 60_000,
    closeTimeout: 2_000,
    logger: false,
    onRcptTo: ({ address }: SMTPServerAddress, session: SMTPServerSession, done: (error?: Error) => void) => {
      if (session.envelope.rcptTo.length >= maxRecipients) return done(refusal(452, 'Too many recipients'))
      isReturnAddress(context, address).then(
        (isOurs) => done(isOurs ? undefined : refusal(550, '5.1.1 No such address')),
        (error) => later(error, done),
      )
    },
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error) => void) => {
      take(context, stream, session).then(
        (isTooLarge) => done(isTooLarge ? refusal(552, '5.3.4 The report is too large') : undefined),
        (error) => later(error, done),
      )
    },
  })
  const later = (error: Error, done: (error: Error) => void) => {
    log.warn({ err: error.message }, 'a bounce could not be taken in; its sender is asked to try again')
    done(refusal(451, '4.3.0 Try again later'))
  }
  // Only logged for debugging, because clients cause broken and silent connections.
  server.on('error', (error: Error) => log.debug({ err: error.message }, 'a connection to the bounce listener failed'))
  server.listen(listen.port, listen.host)
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : listen.port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function take(
  context: FeedbackContext,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<boolean> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length <= maxMessageBytes) chunks.push(chunk)
  }
  if (stream.sizeExceeded || length > maxMessageBytes) return true
  const bytes = Buffer.concat(chunks)
  for (const { address } of session.envelope.rcptTo) await receiveMessage(context, bytes, address)
  return false
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
