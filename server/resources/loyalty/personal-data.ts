import { Type } from 'typebox'
import type { PersonalData } from '#platform/areas/personal-data.ts'
import { discountMember } from './liability/commands.ts'
import { listCustomerLines } from './members/store.ts'
import { deleteMember } from './points/store.ts'
import { deleteFriendReferrals } from './referrals/commands.ts'
import { JournalLine } from './schema.ts'

const longest = 10_000

/** Erasure deletes a member with all points, because no one could spend them any more. */
export const personalData: PersonalData = {
  tables: ['loyalty_members', 'loyalty_referrals'],
  lists: [
    {
      name: 'pointsJournal',
      description: "Changes of the person's points, newest first.",
      shape: Type.Object(JournalLine.properties, { title: 'PersonalJournalLine' }),
      list: (tx, { email }, limit = longest) => listCustomerLines(tx, email, limit),
    },
  ],
  counts: {
    loyaltyMembersRemoved: 'Number of loyalty memberships deleted: 1 for members, else 0.',
    referralsRemoved: 'Number of deleted referrals of the person.',
  },
  async erase(tx, { email }) {
    await discountMember(tx, email)
    return {
      referralsRemoved: await deleteFriendReferrals(tx, email),
      loyaltyMembersRemoved: await deleteMember(tx, email),
    }
  },
}
