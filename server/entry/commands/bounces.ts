import type { Readable } from 'node:stream'
import { receiveMessage } from '#resources/email/feedback/commands.ts'
import { startBounceListener } from '#resources/email/feedback/listener.ts'
import { maxMessageBytes } from '#resources/email/feedback/message.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'

export async function listenForBounces({ db, services }: Service): Promise<{ stop(): Promise<void> }> {
  const { bounceListen } = services.config
  if (!bounceListen) return { stop: async () => {} }
  try {
    return await startBounceListener({ db, services }, bounceListen)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(`Cannot accept bounces on ${bounceListen.host}:${bounceListen.port} (${code}).`)
  }
}

/** Mail servers read this exit code as "try again later" (sysexits.h, EX_TEMPFAIL). */
export const exitTemporaryFailure = 75

/** Reads one message from standard input. Its content never causes a retry; only our own failure does. */
export async function receiveBounce({ db, services }: Service, input: Readable, recipient?: string): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    // Reads the rest of the message anyway, because mail servers treat a pipe that closes early as a failure.
    if (length < maxMessageBytes) chunks.push(chunk)
    length += chunk.length
  }
  return receiveMessage({ db, services }, Buffer.concat(chunks), recipient)
}
