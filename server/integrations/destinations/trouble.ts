import { DestinationFailure, type Trouble } from '../shops/destination.ts'
import { ShopFailure } from '../shops/shop.ts'

/** Also accepts the ShopFailure that the client of a destination's shop throws. */
export function toTrouble(error: unknown, now: Date): Trouble {
  if (error instanceof DestinationFailure) return error.trouble
  if (!(error instanceof ShopFailure)) throw error
  const { code, message, afterMs } = error
  if (code === 'credentials_refused') return { kind: 'needs_reauth', message }
  if (code === 'not_permitted') return { kind: 'blocked', reason: 'permission_missing', message }
  if (code === 'refused' || code === 'too_large') return { kind: 'refused', reason: code, message }
  return { kind: 'later', message, until: afterMs === null ? null : new Date(now.getTime() + afterMs) }
}
