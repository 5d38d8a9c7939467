// What areas hear of an organization that is to be deleted, and what they do before it is gone. In the kernel, since those who hear it
// are below the area that deletes: organizations are made of accounts, and accounts begin with a plan.

import type { StoreScope } from '../db/db.ts'
import type { CrossJobContext } from '../jobs/jobs.ts'
import { contributionPoint } from './contributions.ts'
import { internalEvent } from './events.ts'

/** Published in each of its stores, when the deletion was asked for and when it was undone. What holds now, the database says. */
export const closingChanged = internalEvent<{ id: string }>('organization.closing_changed')

/**
 * What has to stand before any row of the store goes, such as that nothing is charged any more. Called again after a crash, also
 * when rows are gone already. Where it throws, the organization stays until the next run.
 */
export type BeforeRemoval = (ctx: CrossJobContext, scope: StoreScope) => Promise<void>

export const beforeRemoval = contributionPoint<BeforeRemoval>('orgs.before_removal')
