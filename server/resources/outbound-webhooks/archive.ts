import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { newSecret, secretContext } from './commands.ts'
import * as queues from './sending/store.ts'

export const archive = [
  {
    table: 'webhook_endpoints',
    // Leaves out a plugin's hook. The plugin reports again after a restore and then gets a new hook.
    unless: 'shop_connection_id',
    // Creators belong to one installation, and an archive can be edited, so a signed-in person must take over restored
    // webhooks.
    without: ['secret', 'made_by', 'maker_id', 'shop_connection_id'],
    isAddedTo: true,
    type: 'webhook',
    restored: off,
    async after(tx, ids) {
      for (const id of ids) await queues.insert(tx, id)
    },
  },
] satisfies readonly ArchivedTable[]

/**
 * A restored webhook sends nothing before a person enables it, because the receiver still verifies with the exported
 * store's secret.
 */
function off({ id }: ArchivedRow, { storeEnvId, secrets, idOf, now }: Restoring): ArchivedRow {
  const sealed = secrets.seal(newSecret(), secretContext(storeEnvId, idOf(String(id))))
  return {
    secret: `\\x${sealed.toString('hex')}`,
    enabled: false,
    disabled_at: now.toISOString(),
    disabled_reason: 'manual',
    missed_from: null,
    failing_since: null,
  }
}
