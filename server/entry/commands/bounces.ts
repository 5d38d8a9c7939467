// How bounces reach the service outside HTTP: a listener beside the workers, and a command that mail servers pipe into.
import type { Readable } from 'node:stream'
import { receiveMessage } from '#resources/email/feedback/commands.ts'
import { startBounceListener } from '#resources/email/feedback/listener.ts'
import { maxMessageBytes } from '#resources/email/feedback/message.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'

/** Nothing is started unless the operator named where to listen. */
export async function listenForBounces({ db, services }: Service): Promise<{ stop(): Promise<void> }> {
  const { bounceListen } = services.config
  if (!bounceListen) return { stop: async () => {} }
  try {
    return await startBounceListener({ db, services }, bounceListen)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(`cannot accept bounces on ${bounceListen.host}:${bounceListen.port} (${code}).`)
  }
}

/** What mail servers read as "keep it and try again later" (sysexits.h, EX_TEMPFAIL). */
export const exitTemporaryFailure = 75

/** One message on standard input. It is never asked for again because of what it says; only a failure of ours is worth another try. */
export async function receiveBounce({ db, services }: Service, input: Readable, recipient?: string): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    // The rest is read off all the same: a pipe that closes early is a failure to the mail server.
    if (length < maxMessageBytes) chunks.push(chunk)
    length += chunk.length
  }
  return receiveMessage({ db, services }, Buffer.concat(chunks), recipient)
}
