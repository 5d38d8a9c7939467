import type { StoreTx } from '#platform/db/db.ts'
import * as store from './sighting-store.ts'

export const markWidgetSeen = (tx: StoreTx, widget: string): Promise<number> => store.mark(tx, widget)
