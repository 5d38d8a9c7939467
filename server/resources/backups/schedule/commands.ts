import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { conflict } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { enqueueForOwnersIn, readStoreName } from '#resources/account/owner-commands.ts'
import { decideSubscriptionState, includes } from '#resources/billing/rules.ts'
import { addBackup, deleteBackup, listSurplus } from '../kept/commands.ts'
import type { EndHandler } from '../kept/run-backup.ts'
import { isOneUnderWay } from '../kept/store.ts'
import { findTarget } from '../target/commands.ts'
import { leastPlan, nextSlot } from './rules.ts'
import type { BackupSchedule, BackupScheduleSettings } from './schema.ts'
import * as store from './store.ts'

export const dueJob = 'backups.run_due'
export const failureMail = 'backups.mail_failure'

/** While another backup runs, a scheduled backup tries again after this time. */
const busyMs = 10 * 60_000

const buildContext = (storeEnvId: string, id: string) => `backup schedule ${storeEnvId} ${id}`

export const sealedSchedule: SealedColumn = { table: 'backup_schedules', column: 'passphrase', contextOf: buildContext }

export async function readSchedule(tx: StoreReads): Promise<BackupSchedule> {
  const row = await store.find(tx)
  const facts = await store.findFacts(tx)
  return {
    enabled: row?.enabled ?? false,
    frequency: row?.frequency ?? 'daily',
    hour: row?.hour ?? 3,
    keep: row?.keep ?? 7,
    target: row?.target ?? 'service',
    timezone: facts?.timezone ?? 'UTC',
    encrypted: row !== undefined && row.passphrase !== null,
    addresses: row?.addresses ?? false,
    nextAt: row?.nextAt ?? null,
    failingSince: row?.failingSince ?? null,
    updatedAt: row?.updatedAt ?? null,
  }
}

/** Without `passphrase`, the current passphrase stays. Null removes it. */
export async function saveSchedule(
  tx: StoreTx,
  services: Services,
  given: BackupScheduleSettings,
  seesAddresses: boolean,
): Promise<BackupSchedule> {
  const { passphrase: asked, ...settings } = given
  if (settings.enabled && settings.target === 's3' && !(await findTarget(tx)))
    throw conflict('The store has no bucket yet. Set one with PUT /backups/target first.', 'backup_target_missing')
  const before = await store.lock(tx)
  const kept = before?.passphrase
    ? services.secrets.open(before.passphrase, buildContext(tx.storeEnvId, before.id))
    : null
  const passphrase = asked === undefined ? kept : asked
  const id = newId(tx.now.getTime())
  const next = settings.enabled ? await findNextRun(tx, settings, before?.lastSlotAt ?? null) : undefined
  await store.upsert(tx, {
    ...settings,
    id,
    passphrase: passphrase === null ? null : services.secrets.seal(passphrase, buildContext(tx.storeEnvId, id)),
    addresses: seesAddresses,
    nextAt: next?.dueAt ?? null,
  })
  if (next) await scheduleWakeUp(tx, dueJob, next.dueAt)
  return readSchedule(tx)
}

async function findNextRun(tx: StoreReads, settings: Pick<BackupSchedule, 'frequency' | 'hour'>, last: string | null) {
  const facts = await store.findFacts(tx)
  const asked = { ...settings, timezone: facts?.timezone ?? 'UTC', storeEnvId: tx.storeEnvId }
  return nextSlot(asked, tx.now, last === null ? null : new Date(last))
}

/**
 * Starts due backups of this store. Safe to repeat at any time, because the schedule records the last hour that was
 * handled.
 */
export async function runDue({ db, services }: Pick<JobContext, 'db' | 'services'>, scope: StoreScope): Promise<void> {
  await db.store(scope, 'write', async (tx) => {
    const row = await store.lock(tx)
    if (!row?.enabled || row.nextAt === null) return
    if (Date.parse(row.nextAt) > tx.now.getTime()) return scheduleWakeUp(tx, dueJob, new Date(row.nextAt))
    if (!(await isInPlan(tx, services))) return goOn(tx, row, tx.now)
    if (await isOneUnderWay(tx)) {
      const later = new Date(tx.now.getTime() + busyMs)
      await store.updateNext(tx, later, null)
      return scheduleWakeUp(tx, dueJob, later)
    }
    await begin(tx, services, row)
    return goOn(tx, row, tx.now)
  })
}

/** Advances past this hour even if the backup was missed, so that a missed backup is not made later. */
async function goOn(tx: StoreTx, row: store.ScheduleRow, slotAt: Date): Promise<void> {
  const next = await findNextRun(tx, row, slotAt.toISOString())
  await store.updateNext(tx, next.dueAt, slotAt)
  await scheduleWakeUp(tx, dueJob, next.dueAt)
}

/** Includes addresses only if a person has set both the schedule and the target. */
async function begin(tx: StoreTx, services: Services, row: store.ScheduleRow): Promise<void> {
  const target = row.target === 's3' ? await findTarget(tx) : undefined
  await addBackup(tx, services, {
    origin: 'scheduled',
    target: row.target,
    location: target?.location ?? null,
    addresses: row.addresses && (target?.addresses ?? true),
    passphrase: row.passphrase ? services.secrets.open(row.passphrase, buildContext(tx.storeEnvId, row.id)) : undefined,
  })
}

/** Checks the store's plan, or its last plan if the subscription has lapsed. */
async function isInPlan(tx: StoreReads, { clock, config }: Services): Promise<boolean> {
  const facts = await store.findFacts(tx)
  return (
    facts !== undefined &&
    includes(decideSubscriptionState(facts.subscription, clock.now(), config.billing).plan, leastPlan)
  )
}

/**
 * Deletes older backups only after a newer successful one exists. Notifies owners of the first of several failures in a
 * row.
 */
export const scheduledEnded: EndHandler = async (tx, { origin, problem }) => {
  if (origin !== 'scheduled') return
  if (problem === null) {
    await store.markWell(tx)
    const { keep } = (await store.find(tx)) ?? { keep: 1 }
    for (const { id } of await listSurplus(tx, keep)) await deleteBackup(tx, id)
    return
  }
  if (!(await store.markFailing(tx))) return
  const { storeEnvId, organizationId } = tx
  const notice = { storeEnvId, organizationId, storeName: await readStoreName(tx), problem: problem.message }
  await enqueueForOwnersIn(tx, failureMail, notice)
}
