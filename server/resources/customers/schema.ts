import { type Static, Type } from 'typebox'
import type { PersonalList } from '#platform/areas/personal-data.ts'
import { changeParams, directionParam, page, pageQuery, sortByChange } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { MemberSummary } from '#resources/loyalty/schema.ts'

export const EmailText = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  'x-expected': 'must be an e-mail address such as jane@example.com',
})
export const ByEmail = Type.Object({
  email: described(EmailText, 'Email address of the customer.', 'jane.doe@customer.example'),
})

export const Customer = Type.Object(
  {
    id: described(Id, 'Id of the customer, a UUIDv7.'),
    email: sessionOnly(
      Type.String({
        description: 'Email address of the customer. Absent for keys and tokens.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
    emailLast4: Type.String({ description: 'Masked email address of the customer.', examples: ['.doe'] }),
    name: Nullable(Type.String({ description: 'Name of the customer. Null if unknown.', examples: ['Jane Doe'] })),
    orderCount: Type.Integer({ description: 'Number of orders.' }),
    reviewCount: Type.Integer({ description: 'Number of reviews.' }),
    spent: Type.Array(
      Type.Object({
        currency: Type.String({ description: 'Currency of the orders, as its ISO 4217 code.', examples: ['EUR'] }),
        amount: Type.String({
          description: 'Sum of the totals less refunds, as a decimal string.',
          examples: ['120.50'],
        }),
      }),
      {
        title: 'CustomerSpending',
        description:
          'Amount spent in each currency, most ordered currency first. Cancelled orders and orders without a total or a currency do not count. Empty without such orders.',
      },
    ),
    acceptsMarketing: Nullable(
      Type.Boolean({
        description:
          'Whether the customer agreed to marketing emails, from the latest order with a value. Null if no order has one.',
      }),
    ),
    firstOrderAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time of the first order, by `placedAt`. Null for people without an order.',
      }),
    ),
    createdAt: described(Instant, 'Time the customer was first known.'),
    updatedAt: described(Instant, 'Time the customer was last changed.'),
  },
  { title: 'Customer' },
)

export const CustomerPage = page(Customer)

/** Counts that a list can be sorted by. */
export const customerFigures = ['orderCount', 'reviewCount'] as const
export type CustomerFigure = (typeof customerFigures)[number]

export const customerSorts = ['createdAt', 'name', 'updatedAt', ...customerFigures] as const

const customerFilters = {
  ...changeParams,
  email: Type.Optional(
    described(EmailText, 'Filter: the customer with exactly this email address.', 'jane.doe@customer.example'),
  ),
  hasOrders: Type.Optional(Type.Boolean({ description: 'Filter: customers with orders, or without.' })),
  hasReviews: Type.Optional(
    Type.Boolean({ description: 'Filter: customers with product reviews of any status, or without.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Filter: part of the name, ignoring case. One or two letters match the start of a word. For signed-in users, also the beginning of the email address.',
      examples: ['jane'],
    }),
  ),
}

export const CustomerFilters = pageQuery({
  sort: Type.Optional(
    OneOf(customerSorts, {
      default: 'createdAt',
      description: `Sort order. \`name\` ignores case and lists customers without a name first. \`orderCount\` and \`reviewCount\` get the limits of searches; a customer whose count changes between pages can be on two pages or none. ${sortByChange}`,
    }),
  ),
  direction: directionParam(
    'Sort direction. Default: newest first for `createdAt`, A to Z for `name`, oldest first for `updatedAt`, highest first for counts.',
  ),
  ...customerFilters,
})

export const CustomerExportQuery = Type.Object({
  ...customerFilters,
  format: Type.Optional(OneOf(['csv'], { default: 'csv', description: 'Format of the file.' })),
})
export type CustomerExportFilters = Omit<Static<typeof CustomerExportQuery>, 'format'>

const toListEntry = ({ name, description, shape }: PersonalList) => [name, Type.Array(shape, { description })] as const

const everything = (lists: readonly PersonalList[]) => ({
  customer: Customer,
  ...Object.fromEntries(lists.map(toListEntry)),
  loyalty: Nullable(
    Type.Object(MemberSummary.properties, {
      title: 'CustomerLoyalty',
      description: 'Loyalty account of the person. Null for people who are not members.',
    }),
  ),
})

export const buildActivity = (lists: readonly PersonalList[]) =>
  Type.Object(everything(lists), { title: 'CustomerActivity' })

export const buildExport = (lists: readonly PersonalList[]) =>
  Type.Object(
    { ...everything(lists), exportedAt: described(Instant, 'Time of the export.') },
    { title: 'PersonalData', description: 'All data the service stores about one person in this store.' },
  )
