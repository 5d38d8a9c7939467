// Records use beside the requests themselves: a key's first use (exactly once, in the audit log), its last use (coarse),
// and calls of deprecated items, so that the people who still make them can be told.
import type { Caller } from './access.ts'
import { auditAs } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import { sql } from './db/query.ts'
import type { Log } from './log.ts'

export type Usage = {
  keyUsed(caller: Caller, firstUsedAt: string | null, lastUsedAt: string | null, address: string): Promise<void>
  deprecatedCalled(caller: Caller, item: string): void
  /** Waits for what is still being written. */
  settle(): Promise<void>
}

const coarsenessMs = 60_000

export function createUsage(options: { db: Db; clock: Clock; log: Log }): Usage {
  const { db, clock, log } = options
  const touched = new Map<string, number>()
  const writing = new Set<Promise<unknown>>()
  const later = (work: Promise<unknown>) => {
    const done = work
      .catch((error) => log.warn({ err: (error as Error).message }, 'use could not be recorded'))
      .finally(() => writing.delete(done))
    writing.add(done)
  }

  return {
    async keyUsed(caller, firstUsedAt, lastUsedAt, address) {
      if (firstUsedAt === null) return recordFirstUse(db, caller, address)
      const nowMs = clock.nowMs()
      const last = Math.max(touched.get(caller.id) ?? 0, lastUsedAt === null ? 0 : Date.parse(lastUsedAt))
      if (nowMs - last < coarsenessMs) return
      if (touched.size > 10_000) touched.clear()
      touched.set(caller.id, nowMs)
      later(
        db.organization(caller.organizationId, 'write', (tx) =>
          tx.run(sql`update api_keys set last_used_at = ${tx.now} where id = ${caller.id}`),
        ),
      )
    },
    deprecatedCalled(caller, item) {
      later(
        db.organization(caller.organizationId, 'write', (tx) =>
          tx.run(sql`
            insert into deprecated_calls as d (organization_id, item, caller, day, calls)
            values (${caller.organizationId}, ${item}, ${`${caller.kind}:${caller.id}`}, ${tx.now.toISOString().slice(0, 10)}, 1)
            on conflict (organization_id, item, caller, day) do update set calls = d.calls + 1`),
        ),
      )
    },
    async settle() {
      await Promise.all(writing)
    },
  }
}

/** Of many first calls at once, one finds the column empty and writes the audit line. */
const recordFirstUse = (db: Db, caller: Caller, address: string) =>
  db.organization(caller.organizationId, 'write', async (tx) => {
    const first = await tx.first<{ name: string }>(sql`
      update api_keys set first_used_at = ${tx.now}, last_used_at = ${tx.now}
       where id = ${caller.id} and first_used_at is null returning name`)
    if (first)
      await auditAs({ type: 'key', id: caller.id, name: first.name })(
        tx,
        'api_key.first_used',
        { type: 'api_key', id: caller.id, name: first.name },
        { address },
      )
  })
