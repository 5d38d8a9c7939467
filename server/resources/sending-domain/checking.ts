// DNS queries run between two transactions, so a name server that does not answer locks no row.

import { auditAs } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Billing } from '#platform/identity/subscription.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { createDnsLookup, type DnsLookup, type NameServerAnswer } from '#platform/process/dns-lookup.ts'
import { buildNote } from './notes.ts'
import { judgeAnswers } from './record-checks.ts'
import { type PlannedRecord, plannedRecords, toFinding } from './records.ts'
import { afterCheck, type CheckedState, type CheckOutcome, isInPlan, keepRetiredMs } from './rules.ts'
import type { Status } from './schema.ts'
import * as store from './store.ts'

export const checkJob = 'sending_domain.check'

type Ctx = { db: StoreDb; services: Services; now: Date }

/** The scheduled check sends DNS queries only when it is due, so repeating the job sends no further queries. */
export async function checkWhenDue(ctx: Ctx, scope: StoreScope): Promise<Date | undefined> {
  const row = await ctx.db.store(scope, 'read', store.find)
  if (row.next_check_at === null) return undefined
  const dueAt = new Date(row.next_check_at)
  if (dueAt <= ctx.now) await check(ctx, scope, row, false)
  // Schedules the wake-up again, because a process with a fast clock may have claimed it.
  else await ctx.db.store(scope, 'write', (tx) => scheduleWakeUp(tx, checkJob, dueAt), { isUpkeep: true })
  return dueAt
}

export async function checkNow(ctx: Ctx, scope: StoreScope): Promise<void> {
  await check(ctx, scope, await ctx.db.store(scope, 'read', store.find), true)
}

async function check({ db, services }: Ctx, scope: StoreScope, row: store.DomainRow, byHand: boolean): Promise<void> {
  if (row.domain === null) return
  const planned = plannedRecords(row.domain, row.keys ?? [], services.config)
  const dns = createDnsLookup(services.config.dnsServers)
  const verdicts = new Map(await Promise.all(planned.map(async (each) => [each.key, await lookUp(dns, each)] as const)))
  await db.store(scope, 'write', (tx) => settle(tx, services.config, row, verdicts, byHand))
}

type LookupResult = { host: string; verdict: ReturnType<typeof judgeAnswers> }

/** Uses the first planned host that has the record. If no host has it, reports the result of the last host. */
async function lookUp(dns: DnsLookup, planned: PlannedRecord): Promise<LookupResult> {
  if (planned.purpose === 'dkim_retired')
    return { host: planned.hosts[0] ?? '', verdict: judgeAnswers([{ values: [] }], planned.check) }
  const ask = planned.type === 'CNAME' ? dns.cname : dns.txt
  const answers = await Promise.all(planned.hosts.map(async (host) => ({ host, answers: await ask(host) })))
  const looked = answers.map(({ host, answers }) => ({
    host,
    verdict: judgeAnswers(relevant(planned, answers), planned.check),
  }))
  const nearest = looked.find(({ verdict }) => verdict.status !== 'missing') ?? looked.at(-1)
  if (!nearest) throw new Error(`${planned.key} stands nowhere.`)
  return nearest
}

/** Shows only the SPF values among a name's TXT values, because the other values are private to the merchant. */
const relevant = ({ purpose }: PlannedRecord, answers: NameServerAnswer[]): NameServerAnswer[] =>
  purpose !== 'spf'
    ? answers
    : answers.map((each) =>
        'values' in each ? { values: each.values.filter((value) => /^v=spf1/i.test(value)) } : each,
      )

async function settle(
  tx: StoreTx,
  { billing }: Services['config'],
  seen: store.DomainRow,
  verdicts: Map<string, LookupResult>,
  byHand: boolean,
): Promise<void> {
  await store.lock(tx)
  const row = await store.find(tx)
  // The domain was replaced during the check, so these findings are about the old domain. The new domain has its own check.
  if (row.domain === null || row.domain !== seen.domain) return
  const findings = buildFindings(row, verdicts, tx.now.toISOString())
  const outcome = await decideOutcome(tx, row, verdicts, findings)
  const state = {
    status: row.status ?? 'pending',
    failingSince: parseDate(row.failing_since),
    verifiedAt: parseDate(row.verified_at),
  }
  const next = afterCheck(state, outcome, tx.now, byHand)
  const returnPath = verdicts.get('return_path')?.verdict.status
  const isReturnPathOk = returnPath === 'unknown' ? row.return_path_ok === true : returnPath === 'ok'
  await store.updateChecked(tx, findings, isReturnPathOk, next)
  await store.deleteRetiredBefore(tx, new Date(tx.now.getTime() - keepRetiredMs))
  if (next.nextCheckAt) await scheduleWakeUp(tx, checkJob, next.nextCheckAt)
  if (next.status !== state.status) await notifyOfChange(tx, billing, row, state.status, next)
}

function buildFindings(row: store.DomainRow, verdicts: Map<string, LookupResult>, at: string): store.Findings {
  const known = row.findings ?? {}
  return Object.fromEntries(
    [...verdicts].map(([key, looked]) => [key, toFinding(looked.verdict, looked.host, known[key], at)]),
  )
}

/**
 * A published new key counts in place of the active key. Other stores are not visible here, so only
 * claiming the domain shows whether another store has it.
 */
async function decideOutcome(
  tx: StoreTx,
  row: store.DomainRow,
  verdicts: Map<string, LookupResult>,
  findings: store.Findings,
): Promise<CheckOutcome> {
  const findKeyStatus = (state: store.KeyRow['state']) => {
    const key = row.keys?.find((each) => each.state === state)
    return key && verdicts.get(`dkim ${key.selector}`)?.verdict.status
  }
  const isReplaced = findKeyStatus('next') === 'ok'
  const status = isReplaced ? 'ok' : findKeyStatus('active')
  if (status === 'unknown' || status === undefined) return 'unknown'
  if (status !== 'ok') return 'wrong'
  if (!(await store.claim(tx, row.domain ?? ''))) {
    for (const [key, finding] of Object.entries(findings)) {
      if (finding && key.startsWith('dkim ')) Object.assign(finding, buildNote('domain_taken'))
    }
    return 'wrong'
  }
  if (isReplaced) {
    await store.promoteKey(tx)
    await auditAs(system)(tx, 'sending_domain.key_rotated', { type: 'sending_domain', id: row.domain ?? '' })
  }
  return 'ok'
}

async function notifyOfChange(
  tx: StoreTx,
  billing: Billing,
  row: store.DomainRow,
  before: Status,
  { status }: CheckedState,
): Promise<void> {
  if (before === 'verified') await store.release(tx)
  const isNews = status === 'verified' || status === 'degraded' || status === 'failed'
  if (!isNews) return
  const { storeEnvId, organizationId } = tx
  await auditAs(system)(tx, `sending_domain.${status}`, { type: 'sending_domain', id: row.domain ?? '' })
  // On a plan without a sending domain, no mail was sent from the domain, so owners are not notified.
  if (status !== 'verified' && isInPlan(row.subscription, tx.now, billing))
    await enqueue(tx, 'sending_domain.tell_owners', { storeEnvId, organizationId, domain: row.domain ?? '', status })
}

const system = { type: 'system', name: 'sending domain' } as const

const parseDate = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))
