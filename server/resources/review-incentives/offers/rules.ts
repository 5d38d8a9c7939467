// What a shopper is offered for a review, and what of it is kept where it was shown. Pure.
import type { Static } from 'typebox'
import type { ShownIncentive } from '../schema.ts'

/** The shown offer: a version of the incentive, and the points it promised. */
export type Promised = { incentiveId: string; version: number; points: number | null }
export type Offer = Promised & Static<typeof ShownIncentive>

export const toShown = ({ kind, text, terms }: Offer): Static<typeof ShownIncentive> => ({ kind, text, terms })
