import { operation } from '#platform/calls/operation.ts'
import { readUses } from './commands.ts'
import { findNewest } from './rules.ts'
import { Deprecations } from './schema.ts'

export default [
  operation({
    id: 'account.list_deprecations',
    http: 'GET /account/deprecations',
    tenancy: 'organization',
    access: { role: 'ADMIN', beyondStores: true },
    doc: {
      summary: 'List deprecated items and their users',
      description:
        'Owners get at most one email a month while an item is in use. A last email follows 14 days before the item stops working. The time of a use is recorded to the hour.',
    },
    output: { body: Deprecations },
    transaction: 'manual-across',
    async run({ db, caller, now }) {
      const all = await readUses(db, caller.organizationId, now)
      return {
        data: all.map(({ row: { item, announced, removed, note }, uses }) => ({
          item,
          announcedAt: announced,
          removedAt: removed,
          note,
          lastSeenAt: findNewest(uses),
          uses: uses.slice(0, 100),
        })),
      }
    },
  }),
]
