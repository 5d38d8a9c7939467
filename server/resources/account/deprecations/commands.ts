import { deprecations } from '#platform/calls/deprecations.ts'
import type { OrganizationDb, StoreDb } from '#platform/db/db.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { enqueueForOwnersIn } from '../owner-commands.ts'
import { buildMessage, type DeprecationUses, dueNotice, usedSince } from './rules.ts'
import type { DeprecationUse } from './schema.ts'
import * as store from './store.ts'

export const mailJob = 'account.mail_deprecations'

/**
 * Counts every enabled webhook as a use of the deprecated header, because we cannot see whether a receiver reads it.
 */
const isReceived = (item: string) => item === 'x-service-signature'

type Db = OrganizationDb & StoreDb

export async function readUses(db: Db, organizationId: string, now: Date): Promise<DeprecationUses[]> {
  const [calls, stores] = await db.organization(organizationId, 'read', async (tx) => [
    await store.listCalls(tx, usedSince(now)),
    await store.listStores(tx),
  ])
  const received: DeprecationUse[] = []
  for (const { id: storeEnvId } of stores) {
    const endpoints = await db.store({ storeEnvId, organizationId }, 'read', store.listEndpoints)
    for (const { id, url, lastSeenAt } of endpoints)
      received.push({ type: 'webhook', id, name: new URL(url).origin, storeEnvId, lastSeenAt })
  }
  return deprecations.map((row) => ({
    row,
    uses: isReceived(row.item)
      ? received
      : calls.flatMap(({ item, caller, name, lastSeenAt }): DeprecationUse[] =>
          item === row.item ? [{ type: 'caller', id: caller, name, storeEnvId: null, lastSeenAt }] : [],
        ),
  }))
}

const stillUsed = (all: readonly DeprecationUses[], now: Date) =>
  all.filter(({ row, uses }) => uses.length > 0 && Date.parse(row.removed) > now.getTime())

const organizationsPerPage = 500

export async function notifyOrganizations({ db, now, stopping }: CrossJobContext): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const organizations = await db.system('read', (tx) => store.listOrganizations(tx, after, organizationsPerPage))
    for (const { id } of organizations) {
      if (stopping.aborted) return
      await notify(db, id, now)
    }
    const last = organizations.at(-1)
    if (!last || organizations.length < organizationsPerPage) return
    after = last.id
  }
}

/** When a notice about one item is due, one mail names all items in use. */
async function notify(db: Db, organizationId: string, now: Date): Promise<void> {
  const used = stillUsed(await readUses(db, organizationId, now), now)
  if (used.length === 0) return
  await db.organization(organizationId, 'write', async (tx) => {
    const due = []
    for (const { row } of used) due.push(dueNotice(row.removed, await store.listNotices(tx, row.item), tx.now))
    if (due.every((each) => each === undefined)) return
    for (const [i, { row }] of used.entries()) await store.insertNotice(tx, row.item, due[i] === 'final')
    await enqueueForOwnersIn(tx, mailJob, { organizationId })
  })
}

export async function mailOwner(
  { db, services, now }: CrossJobContext,
  notice: { organizationId: string; to: string },
) {
  const { organizationId, to } = notice
  const used = stillUsed(await readUses(db, organizationId, now), now)
  if (used.length > 0) await services.mail.send({ organizationId, to, ...buildMessage(used, services.origin) })
}
