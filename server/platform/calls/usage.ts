// A key's first use is recorded exactly once, in the audit log. Its last use is recorded at most once a minute.
import { auditAs, toActor } from '../audit/audit.ts'
import type { OrganizationDb, OrganizationTx, StoreDb, StoreScope, StoreTx } from '../db/db.ts'
import { type Caller, nameOfCaller } from '../identity/caller.ts'
import { toClient } from '../identity/client.ts'
import type { Incoming } from '../identity/incoming.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { isRead, type Operation } from './operation.ts'

export type Usage = {
  credentialUsed(caller: Caller, firstUsedAt: string | null, lastUsedAt: string | null, address: string): Promise<void>
  deprecatedCalled(caller: Caller, item: string): void
  /** Records that a page of the store has loaded this widget, at most once a day. */
  widgetSeen(store: StoreScope, widget: string): void
  /** Records every use by support, and a partner's changes that no other entry of the log mentions. */
  delegateActed(caller: Caller, op: Pick<Operation, 'id' | 'method' | 'tenancy'>, call: DelegatedCall): Promise<void>
  settle(): Promise<void>
}

/** `isAudited`: the log already has an entry for this call. */
type DelegatedCall = { incoming: Incoming; isAudited?: true }

export type UsageWriters = {
  /** Returns the key's name on its first use; undefined when another call was first. */
  markFirstUse(tx: OrganizationTx, keyId: string): Promise<string | undefined>
  markLastUse(tx: OrganizationTx, keyId: string): Promise<unknown>
  markGrantUse(tx: OrganizationTx, grantId: string): Promise<unknown>
  markWidgetSeen(tx: StoreTx, widget: string): Promise<unknown>
  countDeprecatedCalls(tx: OrganizationTx, item: string, calls: ReadonlyMap<string, number>): Promise<unknown>
}

const coarsenessMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

export function createUsage(options: {
  db: OrganizationDb & StoreDb
  clock: Clock
  log: Log
  write: UsageWriters
}): Usage {
  const { db, clock, log, write } = options
  const lastUses = new Map<string, number>()
  const widgetDays = new Map<string, number>()
  const deprecatedCalls = new Map<string, { writtenInHour: number; calls: Map<string, number> }>()
  const writing = new Set<Promise<unknown>>()
  const beside = (work: Promise<unknown>) => {
    const done: Promise<unknown> = work
      .catch((error: Error) => log.warn({ err: error.message }, 'recording use failed'))
      .finally(() => writing.delete(done))
    writing.add(done)
  }
  const later = (caller: Caller, work: (tx: OrganizationTx) => Promise<unknown>) =>
    beside(db.organization(caller.organizationId, 'write', work))

  return {
    async credentialUsed(caller, firstUsedAt, lastUsedAt, address) {
      if (firstUsedAt === null) return recordFirstUse(db, write, caller, address)
      const nowMs = clock.nowMs()
      const last = Math.max(lastUses.get(caller.id) ?? 0, lastUsedAt === null ? 0 : Date.parse(lastUsedAt))
      if (nowMs - last < coarsenessMs) return
      if (lastUses.size > 10_000) lastUses.clear()
      lastUses.set(caller.id, nowMs)
      const mark = caller.via === 'oauth' ? write.markGrantUse : write.markLastUse
      later(caller, (tx) => mark(tx, caller.id))
    },
    deprecatedCalled(caller, item) {
      const key = `${caller.organizationId} ${item}`
      const hour = Math.floor(clock.nowMs() / hourMs)
      if (deprecatedCalls.size > 10_000) deprecatedCalls.clear()
      const open = deprecatedCalls.get(key) ?? { writtenInHour: -1, calls: new Map<string, number>() }
      deprecatedCalls.set(key, open)
      const name = nameOfCaller(caller)
      if (open.calls.size < 1000 || open.calls.has(name)) open.calls.set(name, (open.calls.get(name) ?? 0) + 1)
      // The count is written once an hour. Later calls are written with the first call of the next hour.
      if (open.writtenInHour === hour) return
      const { calls } = open
      deprecatedCalls.set(key, { writtenInHour: hour, calls: new Map() })
      later(caller, (tx) => write.countDeprecatedCalls(tx, item, calls))
    },
    widgetSeen(store, widget) {
      const key = `${store.storeEnvId} ${widget}`
      const today = Math.floor(clock.nowMs() / dayMs)
      if (widgetDays.get(key) === today) return
      if (widgetDays.size > 10_000) widgetDays.clear()
      widgetDays.set(key, today)
      const mark = db.store(store, 'write', (tx) => write.markWidgetSeen(tx, widget))
      beside(
        mark.catch((error) => {
          widgetDays.delete(key)
          throw error
        }),
      )
    },
    async delegateActed(caller, op, { incoming, isAudited }) {
      const { delegation, organizationId } = caller
      if (!delegation || (delegation.via === 'partner' && (isAudited || isRead(op.method)))) return
      const { via, ticketId, grantId } = delegation
      const audit = auditAs(toActor(caller), toClient(incoming))
      const target = ticketId ? { type: 'support_ticket', id: ticketId } : { type: 'partner_grant', id: grantId }
      const record = (tx: OrganizationTx | StoreTx) =>
        audit(tx, `${via}.access_used`, target, { operation: op.id, method: op.method })
      const storeEnvId = op.tenancy === 'store' ? incoming.storeEnvId : undefined
      if (storeEnvId) await db.store({ storeEnvId, organizationId }, 'write', record)
      else await db.organization(organizationId, 'write', record)
    },
    async settle() {
      await Promise.all(writing)
    },
  }
}

/** Only one of many parallel first calls finds the column empty and writes the audit entry. */
const recordFirstUse = (db: OrganizationDb, write: UsageWriters, caller: Caller, address: string) =>
  db.organization(caller.organizationId, 'write', async (tx) => {
    const name = await write.markFirstUse(tx, caller.id)
    if (name === undefined) return
    const target = { type: 'api_key', id: caller.id, name }
    await auditAs({ type: 'key', id: caller.id, name })(tx, 'api_key.first_used', target, { address })
  })
