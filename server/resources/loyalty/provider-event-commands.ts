import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { isUuid } from '#platform/values/ids.ts'
import {
  listConnected,
  type ProviderEventKind,
  type QueuedEvent,
  queueProviderEvent,
} from '#resources/connectors/commands.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import * as store from './provider-event-store.ts'

/** Queues each journal line once per provider, even when called again. */
export async function queueReward(tx: StoreTx, secrets: Secrets, lineId: string): Promise<void> {
  const reward = await store.findReward(tx, lineId)
  if (!reward) return
  const { email, name, points, balance } = reward
  for (const { id } of await listConnected(tx))
    await queueProviderEvent(tx, secrets, {
      connectionId: id,
      kind: reward.kind === 'birthday' ? 'birthday_reward' : 'referral_reward',
      contact: { email, name, locale: null },
      eventId: lineId,
      occurredAt: new Date(reward.at),
      properties: { points, balance },
    })
}

async function stillWanted(tx: StoreTx, { key, email }: QueuedEvent & { email: string }, { secrets }: Services) {
  const reward = isUuid(key) ? await store.findReward(tx, key) : undefined
  if (reward?.email !== email) return { skip: 'member_removed' }
  const reason = (await findSuppressed(tx, secrets, [email], 'loyalty')).get(email)
  return reason ? { skip: reason } : true
}

export const rewardEvents: readonly ProviderEventKind[] = [
  { kind: 'birthday_reward', stillWanted },
  { kind: 'referral_reward', stillWanted },
]
