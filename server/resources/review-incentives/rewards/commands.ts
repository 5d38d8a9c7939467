// Code and reward are stored in the transaction that makes the reward due. A job of the same transaction mails the author.

import { publish } from '#platform/areas/events.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { enqueueForOwners, readStoreName } from '#resources/account/owner-commands.ts'
import { type MessageKind, queueMessages } from '#resources/email/commands.ts'
import { reviewPointsSet } from '../events.ts'
import { type OfferPromise, toOfferWords } from '../offers/rules.ts'
import { decideLevel, hasFallen } from '../rules.ts'
import type { RewardFilters } from '../schema.ts'
import { find, updateLevel } from '../store.ts'
import { askForCode, deleteCodes } from './issuing.ts'
import { mailJob, tellJob } from './job-names.ts'
import { actOn } from './rules.ts'
import * as store from './store.ts'

export { mailJob, tellJob } from './job-names.ts'

export const lockRewards = store.lockAll

export const selectAnyReward = store.selectAnyReward

export async function listRewards(tx: StoreTx, incentiveId: string, filters: RewardFilters) {
  if (!(await find(tx, incentiveId))) throw notFound('review incentive', incentiveId)
  return store.list(tx, incentiveId, filters)
}

export async function promiseRewards(
  tx: StoreTx,
  written: readonly { reviewId: string; offer: OfferPromise }[],
): Promise<void> {
  if (written.length === 0) return
  await store.lockAll(tx)
  for (const { reviewId, offer } of written) await store.insert(tx, { ...offer, id: newId(tx.now.getTime()), reviewId })
  await settle(
    tx,
    written.map(({ reviewId }) => reviewId),
  )
}

/** Callers have checked that at least one of these reviews has a reward. */
export async function settleRewards(tx: StoreTx, reviewIds: readonly string[]): Promise<void> {
  await store.lockAll(tx)
  await settle(tx, reviewIds)
}

async function settle(tx: StoreTx, reviewIds: readonly string[]): Promise<void> {
  const touched = new Set<string>()
  for (const due of await store.listOfReviews(tx, reviewIds)) {
    const act = actOn(due)
    if (act === 'give' && (await give(tx, due))) touched.add(due.incentiveId)
    else if (act === 'hold') await store.updateState(tx, due.id, 'pending', null)
    else if (act === 'take_back') {
      await store.updateTakenBack(tx, due.id)
      if (due.isMade) await deleteCodes(tx, [due.id])
      else if (due.email !== null) publish(tx, reviewPointsSet, { rewardId: due.id, email: due.email, points: 0 })
    } else if (typeof act === 'object') {
      await store.updateState(tx, due.id, 'withheld', act.withhold)
      if (due.isAsked) await deleteCodes(tx, [due.id])
    }
  }
  for (const incentiveId of touched) await noteLevel(tx, incentiveId)
}

/** Returns false if the reward waits because no code is left, or if it is withheld. */
async function give(tx: StoreTx, due: store.DueReward): Promise<boolean> {
  const { id, email, kind, points, promisedCode } = due
  if (email === null) {
    await store.updateState(tx, id, 'withheld', 'person_erased')
    return false
  }
  if (await store.hasAnother(tx, due)) {
    await store.updateState(tx, id, 'withheld', 'already_rewarded')
    return false
  }
  if (kind === 'points') {
    if (!(await store.hasProgram(tx))) return wait(tx, due)
    await store.updateGiven(tx, id, null)
    publish(tx, reviewPointsSet, { rewardId: id, email, points: points ?? 0 })
    return true
  }
  const code = promisedCode ?? (await takeOwnCode(tx, due))
  if (code === null) return askShop(tx, due)
  await store.updateGiven(tx, id, code)
  if (due.isAsked) await deleteCodes(tx, [id])
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, mailJob, { storeEnvId, organizationId }, { key: `${mailJob}:${storeEnvId}` })
  return true
}

/**
 * A code of the pool may have another value than a promised code of the shop. In place of such a code, the pool is used
 * only if the merchant has switched the incentive to own codes.
 */
async function takeOwnCode(tx: StoreTx, due: store.DueReward): Promise<string | null> {
  if (due.currentCodes === 'platform' && due.promisedCodes === 'platform') return null
  return (await store.takeCode(tx, due.incentiveId)) ?? due.sharedCode
}

async function askShop(tx: StoreTx, due: store.DueReward): Promise<boolean> {
  const value = due.promisedValue ?? due.currentValue
  if (value === null || due.isAsked) return wait(tx, due)
  if (due.state === 'withheld') await store.updateState(tx, due.id, 'pending', null)
  await askForCode(tx, due, value)
  return true
}

async function wait(tx: StoreTx, { id, state, isAsked }: store.DueReward): Promise<false> {
  if (state !== 'waiting' && !isAsked) await store.updateState(tx, id, 'waiting', null)
  return false
}

const servedAtOnce = 100

/** Gives codes to waiting rewards of this incentive until the pool is empty. Requires the lock on all rewards. */
export async function serveWaiting(tx: StoreTx, incentiveId: string): Promise<void> {
  let served = servedAtOnce
  while (served === servedAtOnce) {
    served = 0
    for (const due of await store.listWaiting(tx, incentiveId, servedAtOnce)) {
      if (!(await give(tx, due))) return
      served++
    }
  }
}

/**
 * Mails owners once for each level that a falling pool reaches. `isQuiet` means that the owners changed the pool
 * themselves.
 */
export async function noteLevel(tx: StoreTx, incentiveId: string, { isQuiet }: { isQuiet?: true } = {}): Promise<void> {
  const pool = await store.findPool(tx, incentiveId)
  if (!pool?.hasPool) return
  const level = decideLevel(pool.free, pool.lowAt)
  if (level === pool.level) return
  await updateLevel(tx, incentiveId, level)
  if (isQuiet || !hasFallen(pool.level, level)) return
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, tellJob, { storeEnvId, organizationId, incentiveId, level })
}

const mailedAtOnce = 50

/** Each batch is queued and marked in one transaction, so a killed run resumes after the last committed batch. */
export async function mailRewards({ db, services, stopping }: JobContext, scope: StoreScope): Promise<void> {
  let taken = mailedAtOnce
  while (taken === mailedAtOnce) {
    if (stopping.aborted) throw new Error('stopped before all mails were queued')
    taken = await db.store(scope, 'write', async (tx) => {
      const due = await store.lockUnmailed(tx, mailedAtOnce)
      if (due.length === 0) return 0
      await queueMessages(tx, services.secrets, due.map(buildMessage))
      await store.updateMailed(
        tx,
        due.map(({ id }) => id),
      )
      return due.length
    })
  }
}

const keyStart = 'review_reward:'
const usualLocale = 'en'

const buildMessage = ({
  id,
  email,
  name,
  reader,
  code,
  isOfShop,
  reviewId,
  storeName,
  url,
  ...offer
}: store.UnmailedReward) => ({
  template: rewardMail.template,
  to: { email, name },
  locale: reader ?? usualLocale,
  category: 'transactional' as const,
  // A reward that was taken back and given again has another code, so it gets another mail.
  key: isOfShop ? `${keyStart}${id}:${code}` : `${keyStart}${id}`,
  reviewId,
  data: {
    store: { name: storeName, url },
    customer: { name: name ?? '', firstName: name?.split(' ')[0] ?? '' },
    reward: { code, ...toOfferWords(offer, reader ?? usualLocale) },
  },
})

export const rewardMail: MessageKind = {
  template: 'review_reward',
  async stillWanted(tx, { key }) {
    return (await store.isMailWanted(tx, key.slice(keyStart.length).split(':')[0] ?? ''))
      ? true
      : { skip: 'reward_withdrawn' }
  },
}

type Notice = StoreScope & { incentiveId: string; level: string; to?: string }

/** Without `to` it adds one job for each owner. With `to` it mails that owner. */
export async function tellOwners({ db, services }: JobContext, notice: Notice): Promise<void> {
  const { organizationId, incentiveId, level, to } = notice
  if (to === undefined) return enqueueForOwners({ db }, tellJob, notice)
  const [facts, name] = await db.store(notice, 'read', async (tx) => [
    await store.findNotice(tx, incentiveId),
    await readStoreName(tx),
  ])
  if (facts) await services.mail.send({ organizationId, to, ...buildNotice(name, level, incentiveId, facts) })
}

type NoticeFacts = { text: string; free: number; waiting: number; error: string | null }

const buildNotice = (shop: string, level: string, incentiveId: string, facts: NoticeFacts) =>
  level === 'refused' || level === 'unreachable'
    ? buildShopNotice(shop, level, facts)
    : buildPoolNotice(shop, level, incentiveId, facts)

const buildShopNotice = (shop: string, level: 'refused' | 'unreachable', { text, waiting, error }: NoticeFacts) => ({
  subject:
    level === 'refused'
      ? `The shop of ${shop} makes no reward codes for reviews`
      : `The shop of ${shop} does not answer, and rewards for reviews wait`,
  text: `The incentive “${text}” of ${shop} gives codes that the connected shop makes. ${
    level === 'refused' ? 'The shop refused to make a code.' : 'The shop has not answered for an hour.'
  }
${error === null ? '' : `\n${error}\n`}
${waiting === 1 ? 'One person with a promised code waits' : `${waiting} people with a promised code wait`}. We ask the shop again every hour.

Check the connection on the page Shop, or the value on the page Incentives.
`,
})

const buildPoolNotice = (shop: string, level: string, incentiveId: string, { text, free, waiting }: NoticeFacts) => ({
  subject:
    level === 'empty'
      ? `${shop} has no reward codes left for reviews`
      : `${shop} has few reward codes left for reviews`,
  text: `The incentive “${text}” of ${shop} has ${free} ${free === 1 ? 'code' : 'codes'} left.

${
  level === 'empty'
    ? `The offer is no longer shown. ${waiting === 0 ? 'People with a promised code wait' : `${waiting} people with a promised code wait`} until you add some.`
    : 'When no code is left, the offer is no longer shown, and people with a promised code wait.'
}

Add codes on the page Incentives, or with POST /review-incentives/${incentiveId}/codes. People who wait get theirs immediately, longest wait first.
`,
})

/** Resumes rewards that still wait after a crash, or that waited for the loyalty programme to be switched on. */
export async function sweepStore(tx: StoreTx): Promise<Date | undefined> {
  if (!(await store.hasUnserved(tx))) return undefined

  const waiting = await store.listServable(tx)
  if (waiting.length > 0) {
    await store.lockAll(tx)
    for (const { id } of waiting) {
      await serveWaiting(tx, id)
      await noteLevel(tx, id)
    }
  }
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, mailJob, { storeEnvId, organizationId }, { key: `${mailJob}:${storeEnvId}` })
  return tx.now
}
