// This event and this hook of the area `orgs` are here, because areas that `orgs` depends on use them too.

import type { StoreScope } from '../db/db.ts'
import type { CrossJobContext } from '../jobs/jobs.ts'
import { contributionPoint } from './contributions.ts'
import { internalEvent } from './events.ts'

/**
 * Published in each store of the organization when the deletion is requested or undone. Subscribers read from the
 * database whether the organization will be deleted.
 */
export const closingChanged = internalEvent<{ id: string }>('organization.closing_changed')

/**
 * Runs before any row of the store is deleted, and again after a crash, even when rows are already deleted. If it throws,
 * the organization stays until the next run.
 */
export type BeforeRemoval = (ctx: CrossJobContext, scope: StoreScope) => Promise<void>

export const beforeRemoval = contributionPoint<BeforeRemoval>('orgs.before_removal')
