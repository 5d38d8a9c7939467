// Offers for reviews, and promises made by showing them. Pure.
import type { Static } from 'typebox'
import type { ShownIncentive } from '../schema.ts'

/** A shown offer: a version of the incentive, and its promised points. */
export type Promised = { incentiveId: string; version: number; points: number | null }
export type Offer = Promised & Static<typeof ShownIncentive>

export const toShown = ({ kind, text, terms }: Offer): Static<typeof ShownIncentive> => ({ kind, text, terms })
