// Addresses are visible only to signed-in users.

import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import {
  AnyOf,
  described,
  emailPattern,
  Id,
  Instant,
  Nullable,
  notBlank,
  OneOf,
  sessionOnly,
} from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { AnswerText, QuestionText } from '../schema.ts'

export const questionStatuses = ['pending', 'answered', 'rejected', 'spam'] as const
export type QuestionStatus = (typeof questionStatuses)[number]

export const maxAsked = 500

export const NewQuestion = Type.Object(
  {
    question: Type.String({
      minLength: 1,
      maxLength: maxAsked,
      ...notBlank,
      description: 'Question of the shopper, as plain text.',
      examples: ['How much does it hold?'],
    }),
    email: Type.String({
      maxLength: 320,
      pattern: emailPattern,
      'x-expected': 'must be an e-mail address such as jane@example.com',
      description: 'Email address of the person who asks. Shoppers never see it.',
      examples: ['jane.doe@customer.example'],
    }),
    name: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 120,
          description: 'Name of the person who asks. Shoppers never see it. Null without one.',
          examples: ['Jane Doe'],
        }),
      ),
    ),
    platformProductId: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'Id of the product in the shop that the question is about. Null for a general question.',
          examples: ['mug-01'],
        }),
      ),
    ),
    notify: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to email the address once the answer is public.' }),
    ),
    locale: Type.Optional(
      Nullable({
        ...LanguageTag,
        description: 'Language of the question, as a BCP 47 tag. Null if unknown.',
        examples: ['en'],
      }),
    ),
    consent: Type.Boolean({
      description: 'Consent to storing the question and the email address in order to answer. It must be `true`.',
    }),
    startedAt: Type.Optional(
      Type.String({
        maxLength: 80,
        description:
          'Token from `GET /storefront/forms`, required. A form sent within three seconds of that call, or more than a day after it, is refused.',
        examples: ['mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks'],
      }),
    ),
    homepage: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'Trap for bots, invisible to people. If it is filled, the question becomes spam.',
        examples: [''],
      }),
    ),
  },
  { title: 'NewFaqQuestion' },
)
export type NewQuestion = Static<typeof NewQuestion>

export const ReceivedQuestion = Type.Object(
  {
    id: described(Id, 'Id of the new question.'),
    status: Type.Unsafe<'pending'>({
      type: 'string',
      enum: ['pending'],
      description: 'Status of the new question: always `pending`.',
    }),
  },
  { title: 'ReceivedFaqQuestion' },
)

const Product = Type.Object(
  {
    id: described(Id, 'Id of the product, a UUIDv7.'),
    platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
    title: Nullable(
      Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] }),
    ),
  },
  { title: 'FaqQuestionProduct' },
)

export const Question = Type.Object(
  {
    id: described(Id, 'Id of the question, a UUIDv7.'),
    question: Type.String({ description: 'Question of the shopper.', examples: ['How much does it hold?'] }),
    status: OneOf(questionStatuses, { description: 'Status of the question.' }),
    email: sessionOnly(
      Type.String({
        description: 'Email address of the person who asked. Absent for keys and tokens.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
    emailLast4: Type.String({
      description:
        'Masked email address of the person who asked: up to four characters before the @, at most half of that part.',
      examples: ['.doe'],
    }),
    name: Nullable(
      Type.String({ description: 'Name of the person who asked. Null without one.', examples: ['Jane Doe'] }),
    ),
    locale: Nullable(
      Type.String({ description: 'Language of the question, as a BCP 47 tag. Null if unknown.', examples: ['en'] }),
    ),
    product: Nullable(described(Product, 'Product the question is about. Null for a general question.')),
    faqId: Nullable({ ...Id, description: 'Id of the FAQ that answers the question. Null without one.' }),
    notify: Type.Boolean({ description: 'Whether the person wants an email once the answer is public.' }),
    notifiedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the email about the answer was queued. Null until then.' }),
    ),
    answeredAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the question was answered. Null until then.' }),
    ),
    createdAt: described(Instant, 'Time the question was created.'),
    updatedAt: described(Instant, 'Time the question was last changed.'),
  },
  { title: 'FaqQuestion' },
)
export type Question = Static<typeof Question>

export const QuestionPage = page(Question)

export const QuestionFilters = pageQuery({
  status: Type.Optional(AnyOf(questionStatuses, { description: 'Filter: questions with these statuses.' })),
  productId: Type.Optional({ ...Id, description: 'Filter: questions about this product.' }),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Filter: part of the question or the name, ignoring case.',
      examples: ['hold'],
    }),
  ),
})
export type QuestionFilters = Static<typeof QuestionFilters>

export const QuestionChanges = Type.Object(
  {
    status: OneOf(questionStatuses, {
      description:
        'New status. Use `answered` for questions answered elsewhere. Other values remove the link to a FAQ.',
    }),
  },
  { title: 'FaqQuestionChanges' },
)

export const QuestionAnswer = Type.Object(
  {
    question: Type.Optional({
      ...QuestionText,
      description: 'Question of the new FAQ. Default: the original question.',
      examples: ['How much does the mug hold?'],
    }),
    answer: Type.Optional(AnswerText),
    faqId: Type.Optional({ ...Id, description: 'Id of an existing FAQ with the answer, instead of `answer`.' }),
  },
  { title: 'FaqQuestionAnswer', description: 'Send either `answer` or `faqId`.' },
)
export type QuestionAnswer = Static<typeof QuestionAnswer>

export const CustomerQuestion = Type.Object(
  {
    id: described(Id, 'Id of the question, a UUIDv7.'),
    question: Type.String({ description: 'Question of the shopper.', examples: ['How much does it hold?'] }),
    name: Nullable(Type.String({ description: 'Name the person gave. Null without one.', examples: ['Jane Doe'] })),
    email: sessionOnly(
      Type.String({
        description: 'Email address of the person. Absent for keys and tokens.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
    emailLast4: Type.String({
      description: 'Masked email address: up to four characters before the @, at most half of that part.',
      examples: ['.doe'],
    }),
    status: OneOf(questionStatuses, { description: 'Status of the question.' }),
    productId: Nullable(described(Id, 'Id of the product. Null if the question names none.')),
    notify: Type.Boolean({ description: 'Whether the person wants an email once the answer is public.' }),
    createdAt: described(Instant, 'Time the question was created.'),
  },
  { title: 'CustomerFaqQuestion' },
)
