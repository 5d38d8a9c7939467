import { Type } from 'typebox'
import { ReportOf, RowIndex } from '#platform/calls/paging/batch.ts'
import { changeParams, directionParam, page, pageQuery } from '#platform/calls/paging/page.ts'
import {
  Amount,
  AnyOf,
  Currency,
  Id,
  Instant,
  Nullable,
  OneOf,
  PushedText,
  sessionOnly,
} from '#platform/values/wire.ts'

export const maxRows = 250
export const maxLineItems = 500
export const requestStates = ['scheduled', 'sent', 'failed', 'skipped'] as const

const Money = Type.String({
  pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 22,
  description:
    'A decimal string, not negative. `120.5` and `120.50` are the same; it is answered with the digits of the currency, and with more if more were sent.',
})
const PushedInstant = Type.Optional(Nullable(Instant))

export const LineItemInput = Type.Object(
  {
    platformProductId: PushedText(255),
    platformVariantId: PushedText(255),
    sku: PushedText(255),
    title: PushedText(500),
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    unitPrice: Type.Optional(Nullable(Money)),
  },
  { title: 'OrderLineItemInput' },
)

export const OrderInput = Type.Object(
  {
    platformOrderId: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '\\S',
      'x-expected': 'must hold more than spaces',
      description: 'Your identifier of the order; the row is found by it.',
    }),
    orderNumber: PushedText(100),
    email: PushedText(320, {
      pattern: '^$|^[^\\s@]+@[^\\s@]+$',
      'x-expected': 'must be an e-mail address such as jane@example.com',
    }),
    customerName: PushedText(200),
    currency: Type.Optional(Nullable(Currency)),
    total: Type.Optional(Nullable(Money)),
    refundedTotal: Type.Optional(Nullable(Money)),
    placedAt: Instant,
    fulfilledAt: PushedInstant,
    deliveredAt: PushedInstant,
    cancelledAt: PushedInstant,
    locale: PushedText(35),
    country: Type.Optional(
      Nullable(Type.String({ format: 'country', maxLength: 2, description: 'ISO 3166-1 alpha-2, such as `DE`' })),
    ),
    referralCode: PushedText(64),
    acceptsMarketing: Type.Optional(
      Nullable(
        Type.Boolean({
          description:
            'Whether the buyer agreed to mail. It counts where the store asks only those who did (`consent` of the e-mail settings); left out, it is not known.',
        }),
      ),
    ),
    lineItems: Type.Optional(Nullable(Type.Array(LineItemInput, { maxItems: maxLineItems }))),
  },
  { title: 'OrderInput' },
)

export const UpsertBody = Type.Array(OrderInput, { maxItems: maxRows })

export const UpsertResult = ReportOf(
  Type.Object(
    {
      index: RowIndex,
      platformOrderId: Type.String(),
      code: OneOf(['duplicate_in_request', 'storage_error'], { description: 'An open set.' }),
      message: Type.String(),
    },
    { title: 'OrderUpsertError' },
  ),
  'OrderUpsertResult',
)

export const LineItem = Type.Object(
  {
    platformProductId: Nullable(Type.String()),
    platformVariantId: Nullable(Type.String()),
    sku: Nullable(Type.String()),
    title: Nullable(Type.String()),
    quantity: Type.Integer(),
    unitPrice: Nullable(Type.String()),
    productId: Nullable(Id),
    variantId: Nullable(Id),
  },
  { title: 'OrderLineItem' },
)

const RequestState = Type.Object({
  state: OneOf(requestStates),
  reason: Nullable(
    Type.String({ description: 'Why it was skipped or failed, such as `product_excluded`; an open set of words.' }),
  ),
  scheduledFor: Nullable(Type.String({ format: 'date-time', description: 'When it is due, or was.' })),
  sentAt: Nullable(Instant),
  remindersSent: Type.Integer(),
})

export const Order = Type.Object(
  {
    id: Id,
    platformOrderId: Type.String(),
    orderNumber: Nullable(Type.String()),
    email: sessionOnly(Nullable(Type.String())),
    emailLast4: Nullable(Type.String({ description: 'The masked form of the address.' })),
    customerName: Nullable(Type.String()),
    currency: Nullable(Type.String()),
    total: Nullable(Amount),
    refundedTotal: Amount,
    placedAt: Instant,
    fulfilledAt: Nullable(Instant),
    deliveredAt: Nullable(Instant),
    cancelledAt: Nullable(Instant),
    locale: Nullable(Type.String()),
    country: Nullable(Type.String()),
    referralCode: Nullable(Type.String()),
    acceptsMarketing: Nullable(Type.Boolean()),
    lineItems: Type.Array(LineItem),
    reviewFormFirstViewedAt: Nullable(Instant),
    reviewFormViewCount: Type.Integer(),
    clickedRating: Nullable(
      Type.Integer({
        description: 'The star clicked in the request; of several the latest, until a review of the order was written.',
      }),
    ),
    reviewRequest: Type.Unsafe<{
      state: string
      reason: string | null
      scheduledFor: string | null
      sentAt: string | null
      remindersSent: number
    } | null>({
      ...RequestState,
      type: ['object', 'null'],
    }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Order' },
)

export const OrderPage = page(Order)

/** A name of two letters may match every tenth buyer. */
export const maxNameMatches = 5_000

export const orderSorts = ['createdAt', 'placedAt', 'updatedAt', 'scheduledFor', 'sentAt'] as const
export type OrderSort = (typeof orderSorts)[number]

export const OrderFilters = pageQuery({
  sort: Type.Optional(
    OneOf(orderSorts, {
      default: 'createdAt',
      description:
        '`placedAt` and `updatedAt` are not to be had together with `reviewRequestState`. `updatedAt` lists what changed first first, for those who follow every change. `scheduledFor` lists the orders whose request is scheduled, next due first; `sentAt` those whose request was sent, last sent first.',
    }),
  ),
  direction: directionParam(
    '`scheduledFor` next due first, `updatedAt` oldest first, all else newest first, unless this says otherwise.',
  ),
  ...changeParams,
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })),
  orderNumber: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '\\S',
      'x-expected': 'must hold more than spaces',
      description:
        'The whole of its number; capitals and a `#` in front make no difference. An order that was pushed without one is found by its `platformOrderId`.',
    }),
  ),
  customerName: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 80,
      pattern: '\\S\\s*\\S',
      'x-expected': 'must hold at least two characters',
      description: `The beginning of the name, or of its last word, in any case: \`jane\`, \`jane do\`, \`doe\`. Of more than ${maxNameMatches.toLocaleString('en')} orders that fit, so many are looked at: say more of the name.`,
    }),
  ),
  reviewRequestState: Type.Optional(AnyOf(requestStates)),
  placedAfter: Type.Optional(Instant),
  placedBefore: Type.Optional(Instant),
})

export const ByPlatformId = Type.Object({ platformOrderId: Type.String({ minLength: 1, maxLength: 255 }) })

export const StoreConfirmation = Type.Object(
  {
    storeEnvId: Type.Optional(
      Type.String({ maxLength: 64, description: 'If given, must equal the header x-store-env-id.' }),
    ),
  },
  { title: 'StoreConfirmation' },
)

export const CustomerOrder = Type.Object(
  {
    id: Id,
    platformOrderId: Type.String(),
    orderNumber: Nullable(Type.String()),
    currency: Nullable(Type.String()),
    total: Nullable(Amount),
    placedAt: Instant,
    cancelledAt: Nullable(Instant),
  },
  { title: 'CustomerOrder' },
)
