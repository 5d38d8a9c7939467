import type { Static } from 'typebox'
import type { ShownIncentive } from '../schema.ts'

export type OfferPromise = { incentiveId: string; version: number; points: number | null }
export type Offer = OfferPromise & Static<typeof ShownIncentive>

export const toShown = ({ kind, text, terms }: Offer): Static<typeof ShownIncentive> => ({ kind, text, terms })
