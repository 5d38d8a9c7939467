// API shapes of customers. Only signed-in users get full addresses.
import { Type } from 'typebox'
import type { PersonalList } from '#platform/areas/personal-data.ts'
import { changeParams, directionParam, page, pageQuery, sortByChange } from '#platform/calls/paging/page.ts'
import { Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { MemberSummary } from '#resources/loyalty/schema.ts'

export const EmailText = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  'x-expected': 'must be an e-mail address such as jane@example.com',
})
export const ByEmail = Type.Object({ email: EmailText })

export const Customer = Type.Object(
  {
    id: Id,
    email: sessionOnly(Type.String()),
    emailLast4: Type.String({ description: 'The masked form of the address.' }),
    name: Nullable(Type.String()),
    orderCount: Type.Integer(),
    reviewCount: Type.Integer(),
    firstOrderAt: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'When they first ordered, by `placedAt`; null for who only wrote. `createdAt` is when they became known here.',
      }),
    ),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Customer' },
)

export const CustomerPage = page(Customer)

export const customerSorts = ['createdAt', 'name', 'updatedAt'] as const

export const CustomerFilters = pageQuery({
  sort: Type.Optional(
    OneOf(customerSorts, {
      default: 'createdAt',
      description: `\`name\` by its small letters; who has none comes before all others. ${sortByChange}`,
    }),
  ),
  direction: directionParam(
    '`createdAt` newest first, `name` from A, `updatedAt` oldest first, unless this says otherwise.',
  ),
  ...changeParams,
  email: Type.Optional(EmailText),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the name, in any case. One letter or two are looked for where a word begins.',
    }),
  ),
})

const listOf = ({ name, shape }: PersonalList) => [name, Type.Array(shape)] as const

const everything = (lists: readonly PersonalList[]) => ({
  customer: Customer,
  ...Object.fromEntries(lists.map(listOf)),
  loyalty: Nullable(
    Type.Object(MemberSummary.properties, {
      title: 'CustomerLoyalty',
      description: 'What points the person has; null who is no member.',
    }),
  ),
})

export const activityOf = (lists: readonly PersonalList[]) =>
  Type.Object(everything(lists), { title: 'CustomerActivity' })

export const exportOf = (lists: readonly PersonalList[]) =>
  Type.Object(
    { ...everything(lists), exportedAt: Instant },
    { title: 'PersonalData', description: 'Everything the service holds of one person in this store.' },
  )
