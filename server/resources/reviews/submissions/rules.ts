import { createHash, createHmac } from 'node:crypto'
import { parseNetwork } from '#platform/limits/spend.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import type { Submission } from '../rules.ts'

export type SentBy = { author: 'proven' } | { from: string }

export const isProven = (sentBy: SentBy): boolean => 'author' in sentBy

/**
 * The key is computed with a secret and, for authors with an unproven address, their network. Neither the database nor a
 * guessed address can therefore reveal an author.
 */
export function submissionKey(secrets: Secrets, submission: Submission, sentBy: SentBy): Buffer {
  const { product, orderId, authorEmail, rating, title, body } = submission
  const said = JSON.stringify([product, orderId, authorEmail, rating, title, body, sentBy])
  return createHash('sha256')
    .update(secrets.tokenFor(`review submission ${said}`))
    .digest()
}

const weekMs = 7 * 86_400_000

/**
 * HMACs of the client's network, with the keys of this week and of last week. Two reviews less than a week apart
 * share one of them. After the keys change, nobody can follow a network any longer.
 */
export function hashNetworks(secrets: Secrets, storeEnvId: string, address: string, now: Date): string[] {
  const week = Math.floor(now.getTime() / weekMs)
  return [week, week - 1].map((each) =>
    createHmac('sha256', secrets.tokenFor(`review network ${storeEnvId} ${each}`))
      .update(parseNetwork(address))
      .digest('hex'),
  )
}
