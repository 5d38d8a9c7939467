// Every kind of event there is, in the order in which the reference lists them.
import type { EventKind } from '#platform/events.ts'
import { emailEvents } from '#resources/email/events.ts'
import { galleryEvents } from '#resources/galleries/events.ts'
import { loyaltyEvents } from '#resources/loyalty/events.ts'
import { reviewEvents } from '#resources/reviews/events.ts'

export const catalogue = [
  ...reviewEvents,
  ...emailEvents,
  ...loyaltyEvents,
  ...galleryEvents,
] as unknown as readonly EventKind[]

export const eventNames: readonly string[] = catalogue.map((kind) => kind.name)
export const loggedNames: readonly string[] = catalogue.filter((kind) => kind.logged).map((kind) => kind.name)
