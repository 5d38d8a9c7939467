import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, OneOf, PushedText } from '#platform/values/wire.ts'

export const maxPeople = 250
export const maxProducts = 10
export const maxDaysAhead = 90

const Person = Type.Object(
  {
    email: Type.String({
      maxLength: 320,
      description: 'Email address of the customer. An invalid one is skipped with `invalid_address`.',
      examples: ['jane.doe@customer.example'],
    }),
    name: PushedText(200, { description: 'Name of the customer. Null if unknown.', examples: ['Jane Doe'] }),
    locale: PushedText(35, {
      description: 'Language of the email, as a BCP 47 tag. Default: the language of the last order, else `en`.',
      examples: ['en'],
    }),
  },
  { title: 'AskedPerson' },
)

export const AskBody = Type.Object(
  {
    people: Type.Array(Person, { minItems: 1, maxItems: maxPeople, description: 'Customers to ask, one email each.' }),
    productIds: Type.Array(Id, {
      minItems: 1,
      maxItems: maxProducts,
      description: 'Ids of the products that each of these customers bought.',
    }),
    consent: Type.Literal(true, {
      description:
        'Your statement that these customers bought the products and may be asked for a review. The audit log records it.',
    }),
    sendAt: Type.Optional(
      Nullable(
        described(
          Instant,
          `Time to send the requests, at most ${maxDaysAhead} days ahead. Null or omitted sends them now.`,
        ),
      ),
    ),
  },
  { title: 'AskForReviews' },
)

export const AskQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether to report the result without planning requests.' }),
  ),
})

const AskedRow = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Zero-based position of the customer in the request.' }),
    outcome: OneOf(['planned', 'skipped'], { description: 'Whether the customer gets a request.' }),
    reason: Nullable(
      Type.String({
        description:
          'Reason the customer is skipped: `invalid_address`, `duplicate`, `already_planned`, or a reason of a skipped request. More reasons may follow. Null if planned.',
        examples: ['already_reviewed'],
      }),
    ),
    orderId: Nullable(described(Id, 'Id of the order that carries the request. Null if skipped, and in a dry run.')),
  },
  { title: 'AskedRow' },
)

export const AskResult = Type.Object(
  {
    dryRun: Type.Boolean({ description: 'Whether the call only reported the result.' }),
    planned: Type.Integer({ description: 'Number of customers who get a request.' }),
    skipped: Type.Integer({ description: 'Number of customers who get none.' }),
    sendAt: described(Instant, 'Time for which the requests are planned.'),
    rows: Type.Array(AskedRow, { description: 'Result of each customer, in the order of the request.' }),
  },
  { title: 'AskResult' },
)
export type AskResult = Static<typeof AskResult>

export const FormLink = Type.Object(
  {
    url: Type.String({
      description: 'Address of the review form of this order. Anyone with the address can write as the buyer.',
      examples: ['https://reviews.acme.example/f/3h5kq8Zr0pT1xWv9Yb2c4A'],
    }),
    expiresAt: described(Instant, 'Time the link expires. A later email with this link postpones it.'),
  },
  { title: 'ReviewFormLink' },
)
