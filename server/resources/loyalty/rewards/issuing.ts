// Points and code are stored before the request to the shop, so a retry after a crash asks for the same code. A code is
// shown only after the shop has confirmed it.
import type { CodeWorth } from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { nextRunOfStore, resumable } from '#platform/jobs/resumable.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { conflict, invalidField } from '#platform/values/errors.ts'
import {
  type CodeOutcome,
  callShopForCode,
  findConnected,
  newShopCode,
  requireAdapter,
} from '#resources/connectors/shops/commands.ts'
import { closeAccounts, openAccounts } from '../points/commands.ts'
import { findTerms } from '../program/commands.ts'
import type { Reward } from './schema.ts'
import * as store from './store.ts'

export const issueJob = 'loyalty.issue_codes'

const delaysMs = [5_000, 30_000, 120_000, 600_000]
/** Points are returned if the shop does not answer within this time. */
export const patienceMs = 3_600_000
/** After this time we stop trying to withdraw a code. */
const withdrawalMs = 7 * 86_400_000

export const newCode = (): string => newShopCode('PTS')

/** The discount of a code. Undefined for rewards that no shop can issue codes for. */
export function toCodeWorth({
  kind,
  value,
  currency,
  platformProductId,
}: Omit<Reward, 'id' | 'codesFree' | 'createdAt' | 'updatedAt'>): CodeWorth | undefined {
  if (kind === 'fixed_amount' && value !== null && currency !== null) return { kind, amount: value, currency }
  if (kind === 'percent' && value !== null) return { kind, percent: value }
  if (kind === 'free_shipping') return { kind }
  if (kind === 'product' && platformProductId !== null) return { kind, platformProductId }
  return undefined
}

const unavailable = (why: string) => conflict(`${why} Add codes of your own instead.`, 'codes_unavailable')

export async function requireShop(tx: StoreTx) {
  const shop = await findConnected(tx)
  if (!shop || shop.platform === 'custom')
    throw unavailable('No shop is connected. Connect a shop that can create codes.')
  if (shop.status !== 'active') throw unavailable('The connected shop is not available. Check its connection.')
  return shop
}

export async function refuseUnmade(
  tx: StoreTx,
  services: Services,
  reward: Parameters<typeof toCodeWorth>[0],
): Promise<void> {
  const worth = toCodeWorth(reward)
  if (!worth) throw invalidField('/codes', 'cannot be `platform` for a reward of this kind')
  const { platform } = await requireShop(tx)
  if (!requireAdapter(platform, services).codeKinds.includes(worth.kind))
    throw invalidField('/codes', `cannot be \`platform\`: ${platform} makes no codes of the kind ${worth.kind}`)
}

export const askForCodes = ({ storeEnvId, organizationId }: StoreScope, tx: StoreTx) =>
  enqueue(tx, issueJob, { storeEnvId, organizationId })

type Context = Pick<JobContext, 'db' | 'services' | 'stopping'>

export async function issueCodes(context: Context, scope: StoreScope): Promise<void> {
  const issueOne = () =>
    resumable<store.IssueRow, true>(context, {
      scope,
      next: () => nextRunOfStore(issueJob, scope),
      async claim(tx, { until }) {
        const row = await store.claimIssue(tx, until)
        // Schedules a wake-up at the end of the claim, in case the service's clock is behind the queue's clock.
        if (row) await scheduleWakeUp(tx, issueJob, until)
        return row
      },
      renew: (tx, { until }, row) => store.extendIssue(tx, row, until),
      async run(row, lease) {
        const outcome = await ask(context, scope, row)
        // An issued code is recorded even if another run has claimed the redemption, because that run may have withdrawn
        // the code too early.
        if (outcome === 'done') await context.db.store(scope, 'write', (tx) => settle(tx, row, outcome))
        else await lease.finish((tx) => settle(tx, row, outcome))
        return true
      },
    })
  while (!context.stopping.aborted && (await issueOne()));
}

async function ask({ db, services }: Context, scope: StoreScope, row: store.IssueRow): Promise<CodeOutcome> {
  const { code, issue_worth: worth } = row
  if (code === null || worth === null) return { refused: 'The redemption has no value for its code.' }
  return callShopForCode({ db, services }, scope, (shop) =>
    row.issue_state === 'withdrawing'
      ? shop.withdrawCode(code)
      : shop.issueCode({
          ...{ code, worth, startsAt: new Date(row.created_at) },
          title: `Evident: ${row.reward_name}`,
        }),
  )
}

async function settle(tx: StoreTx, row: store.IssueRow, outcome: CodeOutcome): Promise<void> {
  const age = tx.now.getTime() - Date.parse(row.created_at)
  if (row.issue_state === 'withdrawing') {
    if (outcome === 'done') return void (await store.updateIssue(tx, row.id, { state: 'withdrawn', after: null }))
    if ('refused' in outcome || age > withdrawalMs)
      return void (await store.updateIssue(tx, row.id, { state: 'left', after: null }))
    return tryLater(tx, row, outcome.afterMs)
  }
  const isGivenUp = outcome !== 'done' && ('refused' in outcome || age > patienceMs)
  if (outcome !== 'done' && !isGivenUp) return tryLater(tx, row, outcome.afterMs)
  const terms = await findTerms(tx)
  const [account] = terms ? await openAccounts(tx, terms, { ids: [row.member_id] }) : []
  // The person and their redemptions were erased during the call to the shop.
  if (!terms || !account) return
  const now = await store.findRedemption(tx, row.id)
  if (!now || (outcome !== 'done' && now.issue_state !== 'pending')) return
  if (now.reversed_at !== null) await withdraw(tx, row.id)
  else if (outcome === 'done') await store.updateIssue(tx, row.id, { state: 'issued', after: null })
  else {
    await store.updateReversed(tx, row.id, new Date(account.now))
    const redemptions = account.redemptions.map((each) =>
      each.id === row.id ? { ...each, reversedAt: account.now } : each,
    )
    account.change({ kind: 'reversal', ref: row.id, reason: row.reward_name }, { redemptions })
    const isUnclear = 'later' in outcome
    const error = 'refused' in outcome ? outcome.refused : outcome.later
    await store.updateIssue(tx, row.id, {
      state: isUnclear ? 'withdrawing' : 'failed',
      after: isUnclear ? tx.now : null,
      error,
    })
    // The shop may have issued the code. It is withdrawn when the shop answers again.
    if (isUnclear) await askForCodes(tx, tx)
  }
  await closeAccounts(tx, terms, [account])
}

async function tryLater(tx: StoreTx, row: store.IssueRow, afterMs: number | null): Promise<void> {
  const delay = Math.max(afterMs ?? 0, delaysMs[row.issue_attempts - 1] ?? (delaysMs.at(-1) as number))
  const after = new Date(tx.now.getTime() + delay)
  await store.updateIssue(tx, row.id, { state: row.issue_state ?? 'pending', from: row.issue_state, after })
  await scheduleWakeUp(tx, issueJob, after)
}

export async function withdraw(tx: StoreTx, id: string): Promise<void> {
  await store.updateIssue(tx, id, { state: 'withdrawing', after: tx.now })
  await askForCodes(tx, tx)
}
