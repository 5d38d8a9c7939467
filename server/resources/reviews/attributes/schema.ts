import { type Static, Type } from 'typebox'
import { described, Id, Nullable, OneOf, withExample } from '#platform/values/wire.ts'

/** Repeats the values of `subjects`, because the file that defines `subjects` imports this one. */
const SubjectOfAttributes = (description: string) =>
  Type.Optional(OneOf(['product', 'shop'], { default: 'product', description }))

export const attributeKinds = ['scale', 'choice'] as const
/** Maximum number of questions of a category, of a form, and of the store for all its products. */
export const mostAttributes = 6
const mostChoices = 8

const Label = (description: string) => Type.String({ minLength: 1, maxLength: 60, description })
const EndLabel = (description: string) => Nullable(Type.String({ minLength: 1, maxLength: 40, description }))

const words = {
  kind: OneOf(attributeKinds, { description: 'Kind of the attribute: `scale` from 1 to 5, or `choice` from a list.' }),
  label: withExample(Label('Text of the attribute in the language of the shop, such as “Fit”.'), 'Size'),
  lowLabel: withExample(EndLabel('Meaning of 1, such as “Too small”. Null for a `choice`.'), 'Too small'),
  highLabel: withExample(EndLabel('Meaning of 5, such as “Too large”. Null for a `choice`.'), 'Too large'),
  choices: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    maxItems: mostChoices,
    description: `Choices in display order: two to ${mostChoices} for \`choice\`, none for \`scale\`.`,
  }),
}

export const Attribute = Type.Object(
  {
    id: described(Id, 'Id of the attribute, a UUIDv7.'),
    categoryId: Nullable({
      ...Id,
      description: 'Id of the category whose products have the attribute. Null for all products.',
    }),
    ...words,
  },
  { title: 'ReviewAttribute' },
)
export type Attribute = Static<typeof Attribute>

export const Attributes = Type.Object(
  { attributes: Type.Array(Attribute, { description: 'Attributes of the product, in form order.' }) },
  { title: 'ReviewAttributes' },
)

export const AttributesQuery = Type.Object({
  subject: SubjectOfAttributes('Subject that the attributes are about: products, or the `shop` itself.'),
})

export const AttributesOfOne = Type.Object(
  {
    subject: SubjectOfAttributes(
      'Subject that the attributes are about: products, or the `shop`, which has no categories.',
    ),
    categoryId: Type.Optional(
      Nullable({
        ...Id,
        description: 'Id of the category to set attributes for. Null or omitted for the whole store.',
      }),
    ),
    attributes: Type.Array(
      Type.Object({
        id: Type.Optional({ ...Id, description: 'Id of an existing attribute. Omit it to create one.' }),
        kind: described(words.kind, 'Kind of the attribute: `scale` from 1 to 5, or `choice` from a list.'),
        label: described(words.label, 'Text of the attribute in the language of the shop, such as “Fit”.', 'Size'),
        lowLabel: Type.Optional(
          described(words.lowLabel, 'Meaning of 1, such as “Too small”. Null for a `choice`.', 'Too small'),
        ),
        highLabel: Type.Optional(
          described(words.highLabel, 'Meaning of 5, such as “Too large”. Null for a `choice`.', 'Too large'),
        ),
        choices: Type.Optional(
          described(
            words.choices,
            `Choices in display order: two to ${mostChoices} for \`choice\`, none for \`scale\`.`,
          ),
        ),
      }),
      { maxItems: mostAttributes, description: 'All attributes in form order. Omitted ones are retired.' },
    ),
  },
  { title: 'ReviewAttributesChange' },
)
export type AttributesOfOne = Static<typeof AttributesOfOne>

export const Answer = Type.Object(
  {
    id: { ...Id, description: 'Id of the attribute.' },
    value: Type.Integer({
      minimum: 0,
      maximum: mostChoices,
      description: 'Answer: 1 to 5 for a `scale`, the zero-based position in `choices` for a `choice`.',
    }),
  },
  { title: 'NewReviewAttribute' },
)
export type Answer = Static<typeof Answer>
export const Answers = Type.Array(Answer, {
  maxItems: mostAttributes,
  description: 'Answers of the author to attributes of the product, each at most once. All are optional.',
})

export const AttributeAnswer = Type.Object(
  {
    id: described(Id, 'Id of the attribute.'),
    kind: described(words.kind, 'Kind of the attribute: `scale` from 1 to 5, or `choice` from a list.'),
    label: Type.String({ description: 'Current text of the attribute.', examples: ['Size'] }),
    value: Type.Integer({ description: 'Answer: 1 to 5 for a `scale`, the zero-based position for a `choice`.' }),
    choice: Nullable(Type.String({ description: 'Chosen answer. Null for a `scale`.', examples: [null] })),
    lowLabel: Nullable(
      Type.String({ description: 'Meaning of 1 on the scale. Null for a `choice`.', examples: ['Too small'] }),
    ),
    highLabel: Nullable(
      Type.String({ description: 'Meaning of 5 on the scale. Null for a `choice`.', examples: ['Too large'] }),
    ),
  },
  { title: 'ReviewAttributeValue' },
)
export type AttributeAnswer = Static<typeof AttributeAnswer>

export const AttributeSummary = Type.Object(
  {
    id: described(Id, 'Id of the attribute.'),
    kind: described(words.kind, 'Kind of the attribute: `scale` from 1 to 5, or `choice` from a list.'),
    label: Type.String({ description: 'Current text of the attribute.', examples: ['Size'] }),
    lowLabel: Nullable(
      Type.String({ description: 'Meaning of 1 on the scale. Null for a `choice`.', examples: ['Too small'] }),
    ),
    highLabel: Nullable(
      Type.String({ description: 'Meaning of 5 on the scale. Null for a `choice`.', examples: ['Too large'] }),
    ),
    count: Type.Integer({ description: 'Number of answers.' }),
    average: Nullable(
      Type.Number({
        description: 'Average answer, to two decimals. Null for a `choice`, and without answers.',
        examples: [4.67],
      }),
    ),
    choices: Type.Array(
      Type.Object({
        label: Type.String({ description: 'Text of the choice.', examples: ['A gift'] }),
        count: Type.Integer({ description: 'Number of authors who chose it.' }),
      }),
      {
        description: 'Choices and their counts. Empty for a `scale`.',
      },
    ),
  },
  { title: 'ReviewAttributeSummary' },
)
export type AttributeSummary = Static<typeof AttributeSummary>
