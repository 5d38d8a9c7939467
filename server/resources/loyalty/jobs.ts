import { Type } from 'typebox'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue, type Job, type JobContext, job } from '#platform/jobs/jobs.ts'
import { OfStore, scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { storeWalk, wakeStore } from '#platform/jobs/store-walk.ts'
import { countMonths } from './liability/commands.ts'
import { rewardBirthdays } from './members/commands.ts'
import { recount, takeBackLost } from './orders/commands.ts'
import { completeJob, settleDue, settleJob } from './points/commands.ts'
import { nextChange } from './points/store.ts'
import { findTerms } from './program/commands.ts'
import { nextMidnight, type Terms } from './program/rules.ts'
import { queueReward } from './provider-event-commands.ts'
import { completeDue } from './referrals/commands.ts'
import { issueCodes, issueJob } from './rewards/issuing.ts'

const countJob = 'loyalty.count_months'
const birthdayJob = 'loyalty.birthdays'

const firstId = '00000000-0000-0000-0000-000000000000'

/** Calls `work` until it returns false. Each call is a transaction of its own and gets the current terms. */
async function inParts(
  { db, stopping }: Pick<JobContext, 'db' | 'stopping'>,
  scope: { storeEnvId: string; organizationId: string },
  work: (tx: StoreTx, terms: Terms) => Promise<boolean>,
): Promise<void> {
  const part = (tx: StoreTx) => findTerms(tx).then((terms) => (terms?.enabled ? work(tx, terms) : false))
  while (await db.store(scope, 'write', part)) if (stopping.aborted) return
}

const ofStore = (
  id: string,
  work: (tx: StoreTx, terms: Terms) => Promise<boolean>,
  then?: (tx: StoreTx, terms: Terms) => Promise<void>,
) =>
  job({
    id,
    payload: OfStore,
    async run(ctx, scope) {
      await inParts(ctx, scope, work)
      if (then)
        await ctx.db.store(scope, 'write', async (tx) => {
          const terms = await findTerms(tx)
          if (terms?.enabled) await then(tx, terms)
        })
    },
  })

/** Runs for all stores, nightly or by an operator's command, as a backup for lost wake-ups. */
const forAll = (
  id: string,
  operatorName: string,
  schedule: string,
  target: string,
  findNext: (tx: StoreTx, now: Date) => Promise<Date | undefined>,
) => storeWalk({ ...{ id, operatorName, schedule }, visit: wakeStore(target, findNext, { isKeyed: true }) })

const nextChangeIfEnabled = async (tx: StoreTx) => ((await findTerms(tx))?.enabled ? nextChange(tx) : undefined)

/** While the programme is enabled, the job is due again in the next nightly run. */
const whileEnabled = async (tx: StoreTx, now: Date) => ((await findTerms(tx))?.enabled ? now : undefined)

export const recountJob = job({
  id: 'loyalty.recount',
  bulk: 'loyalty',
  payload: OfStore,
  async run(ctx, scope) {
    await inParts(ctx, scope, takeBackLost)
    let after: string | undefined = firstId
    while (after !== undefined && !ctx.stopping.aborted) {
      const from: string = after
      after = await ctx.db.store(scope, 'write', async (tx) => {
        const terms = await findTerms(tx)
        return terms?.enabled ? recount(tx, terms, from) : undefined
      })
    }
    await inParts(ctx, scope, settleDue)
    await ctx.db.store(scope, 'write', (tx) => enqueue(tx, birthdayJob, scope))
  },
})

/** Runs as a job after the commit, because event handlers have no access to the key that encrypts data for a provider. */
export const tellProvidersJob = job({
  id: 'loyalty.tell_providers',
  payload: Type.Object({
    ...OfStore.properties,
    event: Type.Object({ data: Type.Object({ id: Type.String({ format: 'uuid' }) }) }),
  }),
  run: ({ db, services }, { event, ...scope }) =>
    db.store(scope, 'write', (tx) => queueReward(tx, services.secrets, event.data.id)),
})

export const loyaltyJobs: readonly Job[] = [
  ofStore(settleJob, settleDue, async (tx) => {
    const next = await nextChange(tx)
    if (next) await scheduleWakeUp(tx, settleJob, next)
    const { storeEnvId, organizationId } = tx
    await enqueue(tx, countJob, { storeEnvId, organizationId }, { key: `${countJob}:${storeEnvId}` })
  }),
  job({
    id: countJob,
    bulk: 'loyalty',
    payload: OfStore,
    async run({ db, stopping }, scope) {
      while (await db.store(scope, 'write', (tx) => countMonths(tx))) if (stopping.aborted) return
    },
  }),
  ofStore(completeJob, completeDue),
  ofStore(birthdayJob, rewardBirthdays, (tx, terms) =>
    scheduleWakeUp(tx, birthdayJob, new Date(nextMidnight(tx.now.getTime(), terms.timezone))),
  ),
  recountJob,
  tellProvidersJob,
  job({ id: issueJob, payload: OfStore, run: issueCodes }),
  ...forAll('loyalty.expire_all', 'loyalty-expiry', '41 3 * * *', settleJob, nextChangeIfEnabled),
  ...forAll('loyalty.birthdays_all', 'loyalty-birthdays', '51 3 * * *', birthdayJob, whileEnabled),
  ...forAll('loyalty.referrals_all', 'loyalty-referrals', '1 4 * * *', completeJob, whileEnabled),
]
