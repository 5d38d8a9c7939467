import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf } from '#platform/values/wire.ts'

export const attributeKinds = ['scale', 'choice'] as const
/** Of one category, of the store itself, and asked in one form. */
export const mostAttributes = 6
const mostChoices = 8

const Label = (description: string) => Type.String({ minLength: 1, maxLength: 60, description })
const EndLabel = (description: string) => Nullable(Type.String({ minLength: 1, maxLength: 40, description }))

const words = {
  kind: OneOf(attributeKinds, { description: '`scale`: 1 to 5. `choice`: one of `choices`.' }),
  label: Label('What is asked about, such as “Fit”, in the language of the shop.'),
  lowLabel: EndLabel('What 1 means, such as “Too small”; null of a choice.'),
  highLabel: EndLabel('What 5 means, such as “Too large”; null of a choice.'),
  choices: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    maxItems: mostChoices,
    description: `Two to ${mostChoices}, in their order; empty of a scale.`,
  }),
}

export const Attribute = Type.Object(
  {
    id: Id,
    categoryId: Nullable({ ...Id, description: 'Asked about products of this category; null: about every product.' }),
    ...words,
  },
  { title: 'ReviewAttribute' },
)
export type Attribute = Static<typeof Attribute>

export const Attributes = Type.Object(
  { attributes: Type.Array(Attribute, { description: 'In the order of the form.' }) },
  { title: 'ReviewAttributes' },
)

export const AttributesOfOne = Type.Object(
  {
    categoryId: Type.Optional(
      Nullable({ ...Id, description: 'The category whose attributes these are; absent or null: those of the store.' }),
    ),
    attributes: Type.Array(
      Type.Object({
        id: Type.Optional({ ...Id, description: 'Of one that is there already; without it a new one is made.' }),
        kind: words.kind,
        label: words.label,
        lowLabel: Type.Optional(words.lowLabel),
        highLabel: Type.Optional(words.highLabel),
        choices: Type.Optional(words.choices),
      }),
      { maxItems: mostAttributes, description: 'All of them, in their order; those that are left out are retired.' },
    ),
  },
  { title: 'ReviewAttributesChange' },
)
export type AttributesOfOne = Static<typeof AttributesOfOne>

/** What an author says about one of them. */
export const Answer = Type.Object(
  {
    id: { ...Id, description: 'Of the attribute.' },
    value: Type.Integer({
      minimum: 0,
      maximum: mostChoices,
      description: 'Of a scale 1 to 5; of a choice its place among `choices`, from 0.',
    }),
  },
  { title: 'NewReviewAttribute' },
)
export type Answer = Static<typeof Answer>
export const Answers = Type.Array(Answer, {
  maxItems: mostAttributes,
  description: 'What the author says about attributes of the product, each once; all are optional.',
})

/** The same as it is read: with the words it had in the form, as they are now. */
export const Answered = Type.Object(
  {
    id: Id,
    kind: words.kind,
    label: Type.String({ description: 'What was asked about, as the store says it now.' }),
    value: Type.Integer({ description: 'Of a scale 1 to 5; of a choice its place, from 0.' }),
    choice: Nullable(Type.String({ description: 'The chosen one; null of a scale.' })),
    lowLabel: Nullable(Type.String({ description: 'What 1 means.' })),
    highLabel: Nullable(Type.String({ description: 'What 5 means.' })),
  },
  { title: 'ReviewAttributeValue' },
)
export type Answered = Static<typeof Answered>

/** What all approved reviews of a product say about one. */
export const AttributeSummary = Type.Object(
  {
    id: Id,
    kind: words.kind,
    label: Type.String({ description: 'What was asked about, as the store says it now.' }),
    lowLabel: Nullable(Type.String({ description: 'What 1 means.' })),
    highLabel: Nullable(Type.String({ description: 'What 5 means.' })),
    count: Type.Integer({ description: 'How many answered.' }),
    average: Nullable(
      Type.Number({ description: 'To two decimals; null of a choice, and where nobody has answered.' }),
    ),
    choices: Type.Array(
      Type.Object({
        label: Type.String({ description: 'The choice.' }),
        count: Type.Integer({ description: 'How many chose it.' }),
      }),
      {
        description: 'Empty of a scale.',
      },
    ),
  },
  { title: 'ReviewAttributeSummary' },
)
export type AttributeSummary = Static<typeof AttributeSummary>
