import type { PersonalData } from '#platform/areas/personal-data.ts'
import { listAskedOf } from './rewards/code-store.ts'
import { lockRewards } from './rewards/commands.ts'
import { deleteCodes } from './rewards/issuing.ts'
import { eraseAddress, listByEmail } from './rewards/store.ts'
import { PersonalReward } from './schema.ts'

/** A reward that was already given stays, without the person's data. */
export const personalData: PersonalData = {
  tables: ['review_rewards'],
  lists: [
    {
      name: 'reviewRewards',
      description: 'Rewards promised or given to the person for reviews, newest first.',
      shape: PersonalReward,
      list: (tx, { email }, limit) => listByEmail(tx, email, limit),
    },
  ],
  async erase(tx, { email }) {
    await lockRewards(tx)
    await deleteCodes(tx, await listAskedOf(tx, email))
    await eraseAddress(tx, email)
    return undefined
  },
}
