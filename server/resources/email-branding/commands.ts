import type { StoreTx } from '#platform/db/db.ts'
import type { EmailBranding } from './schema.ts'
import { find } from './store.ts'

/** How the store's mail looks; a store that never chose has the look of the service. One statement. */
export const readBranding = (tx: StoreTx): Promise<EmailBranding> => find(tx)
