import { type Static, Type } from 'typebox'
import { described, Nullable } from '#platform/values/wire.ts'

export const mostQuestion = 200

const shop = {
  asked: Type.Boolean({
    description: 'Whether the form of the review request asks for a review of the shop, below the products.',
  }),
  question: Nullable(
    Type.String({
      minLength: 1,
      maxLength: mostQuestion,
      description: "Question above the stars. Null uses the form's own words, in its language.",
      examples: ['How was shopping with us?'],
    }),
  ),
  askAgainDays: Type.Integer({
    minimum: 1,
    maximum: 730,
    description: 'Number of days in which nobody is asked about the shop twice.',
    examples: [180],
  }),
}
const Shop = Type.Object(shop, { title: 'ShopReviewSettings', description: 'Settings of reviews of the shop.' })

export const mostLanguages = 10

const settings = {
  translate: Type.Array(
    Type.String({
      pattern: '^(?!und$)[a-z]{2,3}$',
      'x-expected': 'must be a language such as en or de',
      examples: ['de'],
    }),
    {
      maxItems: mostLanguages,
      uniqueItems: true,
      description:
        'Languages that approved reviews are translated into by a machine. Needs an engine, which the operator sets.',
    },
  ),
  askRelationship: Type.Boolean({
    description:
      'Whether review forms ask authors for their relationship to the shop. Reviews with another answer than `none` are marked, and count in no average.',
  }),
  digest: Type.Boolean({
    description: 'Whether widgets show sentences of reviews above the list, for products with at least 10 reviews.',
  }),
  buyersOnly: Type.Boolean({
    description:
      "Whether only buyers can review. A buyer's address has an order of the product that was not cancelled. Older reviews and imports stay.",
  }),
  receipts: Type.Boolean({
    description: 'Whether authors get an email with a link to their review, where they can correct or withdraw it.',
  }),
}

export const ReviewSettings = Type.Object({ shop: Shop, ...settings }, { title: 'ReviewSettings' })
export type ReviewSettings = Static<typeof ReviewSettings>

/** Omitted settings keep their values, in `shop` too. */
export const ReviewSettingsChange = Type.Object(
  {
    shop: Type.Optional(described(Type.Partial(Type.Object(shop)), 'Settings of reviews of the shop.')),
    ...Type.Partial(Type.Object(settings)).properties,
  },
  { title: 'ReviewSettingsChange' },
)
export type ReviewSettingsChange = Static<typeof ReviewSettingsChange>

export const defaults: ReviewSettings = {
  shop: { asked: false, question: null, askAgainDays: 180 },
  askRelationship: false,
  translate: [],
  digest: false,
  buyersOnly: false,
  receipts: true,
}
