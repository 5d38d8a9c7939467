import type { Incentive, Reward } from '../schema.ts'

export type Facts = Pick<Incentive, 'kind' | 'fulfil'> &
  Pick<Reward, 'state' | 'reason'> & {
    reviewStatus: 'pending' | 'approved' | 'rejected' | 'spam' | null
    addressProven: boolean
    mayGet: boolean
    /** True while the shop is being asked for the code. */
    isAsked: boolean
    /** True if the shop made the code, so that it can be deleted there. */
    isMade: boolean
  }

export type Act = 'give' | 'hold' | 'take_back' | 'nothing' | { withhold: string }

/**
 * A rejected review loses nothing. A spam review loses its points, a code that the shop made, and any reward that was not
 * given yet.
 */
export function actOn(facts: Facts): Act {
  const { kind, fulfil, state, reason, reviewStatus, addressProven, mayGet, isAsked, isMade } = facts
  if (state === 'given') return reviewStatus === 'spam' && (kind === 'points' || isMade) ? 'take_back' : 'nothing'
  if (state === 'waiting' || (state === 'pending' && isAsked))
    return reviewStatus === 'spam' ? { withhold: 'spam' } : 'nothing'
  if (state === 'withheld' && reason !== 'spam') return 'nothing'
  if (reviewStatus === 'spam') return state === 'withheld' ? 'nothing' : { withhold: 'spam' }
  if (reviewStatus === null) return { withhold: 'review_removed' }
  const isDue = addressProven && (fulfil === 'submission' || reviewStatus !== 'pending')
  if (isDue) return mayGet ? 'give' : { withhold: 'not_bought' }
  return state === 'withheld' ? 'hold' : 'nothing'
}
