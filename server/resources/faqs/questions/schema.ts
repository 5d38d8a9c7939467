// Addresses are visible only to signed-in users.
import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, emailPattern, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
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
      pattern: '\\S',
      'x-expected': 'must hold more than spaces',
      description: 'Plain text.',
    }),
    email: Type.String({
      maxLength: 320,
      pattern: emailPattern,
      'x-expected': 'must be an e-mail address such as jane@example.com',
      description: 'Never shown to shoppers.',
    }),
    name: Type.Optional(Nullable(Type.String({ maxLength: 120, description: 'Never shown to shoppers.' }))),
    platformProductId: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 255, description: 'The product that the question is about.' })),
    ),
    notify: Type.Optional(
      Type.Boolean({ default: false, description: 'Send one mail to the address once the answer can be read.' }),
    ),
    locale: Type.Optional(Nullable({ ...LanguageTag, description: 'The language of the question; BCP 47.' })),
    consent: Type.Boolean({
      description:
        'The asker agrees that question and address are kept to answer it. Nothing else than `true` is taken.',
    }),
    startedAt: Type.Optional(
      Type.String({
        maxLength: 80,
        description:
          'From `GET /storefront/forms`; required. A form that comes back within three seconds, or after a day, is refused.',
      }),
    ),
    homepage: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'A field for programs: people never see it. Filled in, the question is kept as spam.',
      }),
    ),
  },
  { title: 'NewFaqQuestion' },
)
export type NewQuestion = Static<typeof NewQuestion>

export const ReceivedQuestion = Type.Object(
  { id: Id, status: Type.Unsafe<'pending'>({ type: 'string', enum: ['pending'] }) },
  { title: 'ReceivedFaqQuestion' },
)

const Product = Type.Object(
  { id: Id, platformProductId: Type.String(), title: Nullable(Type.String()) },
  { title: 'FaqQuestionProduct' },
)

export const Question = Type.Object(
  {
    id: Id,
    question: Type.String(),
    status: OneOf(questionStatuses),
    email: sessionOnly(Type.String()),
    emailLast4: Type.String({ description: 'The masked form of the address.' }),
    name: Nullable(Type.String()),
    locale: Nullable(Type.String()),
    product: Nullable(Product),
    faqId: Nullable({ ...Id, description: 'The FAQ that answers it.' }),
    notify: Type.Boolean({ description: 'Whether the asker wants a mail once the answer can be read.' }),
    notifiedAt: Nullable(
      Type.String({ format: 'date-time', description: 'When that mail was handed to the mail queue.' }),
    ),
    answeredAt: Nullable(Type.String({ format: 'date-time', description: 'When it was answered.' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'FaqQuestion' },
)
export type Question = Static<typeof Question>

export const QuestionPage = page(Question)

export const QuestionFilters = pageQuery({
  status: Type.Optional(AnyOf(questionStatuses)),
  productId: Type.Optional({ ...Id, description: 'Those about this product.' }),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Part of the question or the name, in any case.' }),
  ),
})
export type QuestionFilters = Static<typeof QuestionFilters>

export const QuestionChanges = Type.Object(
  {
    status: OneOf(questionStatuses, {
      description: '`answered` for one that you answered elsewhere. Any other takes the link to a FAQ away.',
    }),
  },
  { title: 'FaqQuestionChanges' },
)

export const QuestionAnswer = Type.Object(
  {
    question: Type.Optional({ ...QuestionText, description: 'As the FAQ is to say it; what was asked, by default.' }),
    answer: Type.Optional(AnswerText),
    faqId: Type.Optional({ ...Id, description: 'A FAQ that answers it already, instead of `answer`.' }),
  },
  { title: 'FaqQuestionAnswer', description: 'One of `answer` and `faqId`.' },
)
export type QuestionAnswer = Static<typeof QuestionAnswer>

export const CustomerQuestion = Type.Object(
  {
    id: Id,
    question: Type.String(),
    name: Nullable(Type.String()),
    email: sessionOnly(Type.String()),
    emailLast4: Type.String(),
    status: OneOf(questionStatuses),
    productId: Nullable(Id),
    notify: Type.Boolean(),
    createdAt: Instant,
  },
  { title: 'CustomerFaqQuestion' },
)
