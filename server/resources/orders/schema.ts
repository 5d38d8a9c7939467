import { Type } from 'typebox'
import { ReportOf, RowIndex } from '#platform/calls/paging/batch.ts'
import { changeParams, directionParam, page, pageQuery } from '#platform/calls/paging/page.ts'
import {
  Amount,
  AnyOf,
  Currency,
  described,
  Id,
  Instant,
  Nullable,
  notBlank,
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
    'Non-negative amount, as a decimal string. Responses use the decimal places of the currency, or more if you sent more.',
})
const PushedInstant = Type.Optional(Nullable(Instant))

export const LineItemInput = Type.Object(
  {
    platformProductId: PushedText(255, {
      description: 'Id of the product in the shop. Null if the line names none.',
      examples: ['mug-01'],
    }),
    platformVariantId: PushedText(255, {
      description: 'Id of the variant in the shop. Null if the line names none.',
      examples: ['mug-01-blue'],
    }),
    sku: PushedText(255, {
      description: 'Stock keeping unit of the variant. Null if the line names none.',
      examples: ['MUG-01'],
    }),
    title: PushedText(500, {
      description: 'Title of the product. Null if the line names none.',
      examples: ['Stoneware mug'],
    }),
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Number of units.' }),
    ),
    unitPrice: Type.Optional(
      Nullable(
        described(
          Money,
          'Price of one unit, as a non-negative decimal string. Responses use the decimal places of the currency, or more if you sent more.',
          '24.00',
        ),
      ),
    ),
  },
  { title: 'OrderLineItemInput' },
)

export const OrderInput = Type.Object(
  {
    platformOrderId: Type.String({
      minLength: 1,
      maxLength: 255,
      ...notBlank,
      description: 'Id of the order in your shop. It identifies the row.',
      examples: ['1001'],
    }),
    orderNumber: PushedText(100, {
      description: 'Order number that people use, such as `#1001`. Null if the shop sent none.',
      examples: ['#1001'],
    }),
    email: PushedText(320, {
      pattern: '^$|^[^\\s@]+@[^\\s@]+$',
      'x-expected': 'must be an e-mail address such as jane@example.com',
      description: 'Email address of the buyer. Null if the shop sent none.',
      examples: ['jane.doe@customer.example'],
    }),
    customerName: PushedText(200, {
      description: 'Name of the buyer. Null if the shop sent none.',
      examples: ['Jane Doe'],
    }),
    currency: Type.Optional(
      Nullable(
        described(Currency, 'Currency of the order amounts, as an ISO 4217 code. Null if the shop sent none.', 'EUR'),
      ),
    ),
    total: Type.Optional(
      Nullable(
        described(
          Money,
          'Order total with tax and shipping, as a non-negative decimal string. Responses use the decimal places of the currency, or more if you sent more.',
          '24.00',
        ),
      ),
    ),
    refundedTotal: Type.Optional(
      Nullable(
        described(
          Money,
          'Refunded amount, as a non-negative decimal string. Responses use the decimal places of the currency, or more if you sent more.',
          '0.00',
        ),
      ),
    ),
    placedAt: described(Instant, 'Time the order was placed.'),
    fulfilledAt: described(PushedInstant, 'Time the order was handed to the carrier. Null if not fulfilled.'),
    deliveredAt: described(PushedInstant, 'Time the order was delivered. Null if not delivered.'),
    cancelledAt: described(PushedInstant, 'Time the order was cancelled. Null if it was not.'),
    locale: PushedText(35, {
      description: 'Language of the buyer, as a BCP 47 tag. Null if unknown.',
      examples: ['en'],
    }),
    country: Type.Optional(
      Nullable(
        Type.String({
          format: 'country',
          maxLength: 2,
          description: 'Country of the buyer, as an ISO 3166-1 alpha-2 code such as `DE`. Null if unknown.',
          examples: ['GB'],
        }),
      ),
    ),
    referralCode: PushedText(64, {
      description: 'Code of the member who recommended the shop. Null without a recommendation.',
      examples: ['JANE-4K2'],
    }),
    acceptsMarketing: Type.Optional(
      Nullable(
        Type.Boolean({
          description:
            'Whether the buyer agreed to marketing emails. It matters with `opted_in_only` in the email settings. Null or omitted means unknown.',
        }),
      ),
    ),
    lineItems: Type.Optional(
      Nullable(
        Type.Array(LineItemInput, {
          maxItems: maxLineItems,
          description: 'Line items of the order. Null or an omitted value removes them.',
        }),
      ),
    ),
  },
  { title: 'OrderInput' },
)

export const UpsertBody = Type.Array(OrderInput, { maxItems: maxRows })

export const UpsertResult = ReportOf(
  Type.Object(
    {
      index: described(RowIndex, 'Zero-based position of the row in the request.'),
      platformOrderId: Type.String({ description: 'Id of the order in the shop.', examples: ['1001'] }),
      code: OneOf(['duplicate_in_request', 'storage_error'], {
        description: 'Error code of the row, for programs. More codes may follow.',
      }),
      message: Type.String({
        description: 'Explanation for people. Programs read the code.',
        examples: ['This id is in the request twice.'],
      }),
    },
    { title: 'OrderUpsertError' },
  ),
  'OrderUpsertResult',
)

export const LineItem = Type.Object(
  {
    platformProductId: Nullable(
      Type.String({ description: 'Id of the product in the shop. Null if the line names none.', examples: ['mug-01'] }),
    ),
    platformVariantId: Nullable(
      Type.String({
        description: 'Id of the variant in the shop. Null if the line names none.',
        examples: ['mug-01-blue'],
      }),
    ),
    sku: Nullable(
      Type.String({
        description: 'Stock keeping unit of the variant. Null if the line names none.',
        examples: ['MUG-01'],
      }),
    ),
    title: Nullable(
      Type.String({ description: 'Title of the product. Null if the line names none.', examples: ['Stoneware mug'] }),
    ),
    quantity: Type.Integer({ description: 'Number of units.' }),
    unitPrice: Nullable(
      Type.String({ description: 'Price of one unit, as a decimal string. Null if unknown.', examples: ['24.00'] }),
    ),
    productId: Nullable(described(Id, 'Id of the product. Null if the product is unknown.')),
    variantId: Nullable(described(Id, 'Id of the variant. Null if the variant is unknown.')),
  },
  { title: 'OrderLineItem' },
)

const RequestState = Type.Object({
  state: OneOf(requestStates, { description: 'State of the review request. More states may follow.' }),
  reason: Nullable(
    Type.String({
      description:
        'Reason the request was skipped or failed, such as `product_excluded`. More reasons may follow. Null otherwise.',
      examples: ['product_excluded'],
    }),
  ),
  scheduledFor: Nullable(
    Type.String({ format: 'date-time', description: 'Time the request is or was due. Null without one.' }),
  ),
  sentAt: Nullable(described(Instant, 'Time the request was sent. Null if not sent.')),
  remindersSent: Type.Integer({ description: 'Number of reminders sent.' }),
})

export const Order = Type.Object(
  {
    id: described(Id, 'Id of the order, a UUIDv7.'),
    platformOrderId: Type.String({ description: 'Id of the order in the shop.', examples: ['1001'] }),
    orderNumber: Nullable(
      Type.String({
        description: 'Order number that people use, such as `#1001`. Null if the shop sent none.',
        examples: ['#1001'],
      }),
    ),
    email: sessionOnly(
      Nullable(
        Type.String({
          description: 'Email address of the buyer. Null without one and after an erasure. Absent for keys and tokens.',
          examples: ['jane.doe@customer.example'],
        }),
      ),
    ),
    emailLast4: Nullable(
      Type.String({
        description: 'Masked email address of the buyer. Null without an address and after an erasure.',
        examples: ['.doe'],
      }),
    ),
    customerName: Nullable(
      Type.String({ description: 'Name of the buyer. Null if the shop sent none.', examples: ['Jane Doe'] }),
    ),
    currency: Nullable(
      Type.String({
        description: 'Currency of the order amounts, as an ISO 4217 code. Null if the shop sent none.',
        examples: ['EUR'],
      }),
    ),
    total: Nullable(
      described(Amount, 'Order total with tax and shipping, as a decimal string. Null if the shop sent none.', '24.00'),
    ),
    refundedTotal: described(Amount, 'Refunded amount, as a decimal string.', '0.00'),
    placedAt: described(Instant, 'Time the order was placed.'),
    fulfilledAt: Nullable(described(Instant, 'Time the order was handed to the carrier. Null if not fulfilled.')),
    deliveredAt: Nullable(described(Instant, 'Time the order was delivered. Null if not delivered.')),
    cancelledAt: Nullable(described(Instant, 'Time the order was cancelled. Null if it was not.', null)),
    locale: Nullable(
      Type.String({ description: 'Language of the buyer, as a BCP 47 tag. Null if unknown.', examples: ['en'] }),
    ),
    country: Nullable(
      Type.String({
        description: 'Country of the buyer, as an ISO 3166-1 alpha-2 code. Null if unknown.',
        examples: ['GB'],
      }),
    ),
    referralCode: Nullable(
      Type.String({
        description: 'Code of the member who recommended the shop. Null without a recommendation.',
        examples: ['JANE-4K2'],
      }),
    ),
    acceptsMarketing: Nullable(
      Type.Boolean({ description: 'Whether the buyer agreed to marketing emails. Null if unknown.' }),
    ),
    lineItems: Type.Array(LineItem, { description: 'Line items of the order.' }),
    reviewFormFirstViewedAt: Nullable(
      described(Instant, 'Time the review form was first opened. Null if never opened.'),
    ),
    reviewFormViewCount: Type.Integer({ description: 'Number of times the form was opened.' }),
    clickedRating: Nullable(
      Type.Integer({
        description: 'Star last clicked in the request before a review was written. Null without a click.',
        examples: [5],
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
      description: 'Review request of the order. Null if none is planned.',
    }),
    createdAt: described(Instant, 'Time the order was created.'),
    updatedAt: described(Instant, 'Time the order was last changed.'),
  },
  { title: 'Order' },
)

export const OrderPage = page(Order)

/** Limits the matches of a name, because two letters may match every tenth buyer. */
export const maxNameMatches = 5_000

export const orderSorts = ['createdAt', 'placedAt', 'updatedAt', 'scheduledFor', 'sentAt'] as const
export type OrderSort = (typeof orderSorts)[number]

export const OrderFilters = pageQuery({
  sort: Type.Optional(
    OneOf(orderSorts, {
      default: 'createdAt',
      description:
        'Sort order. `placedAt` and `updatedAt` cannot be combined with `reviewRequestState`. Use `updatedAt` to follow changes. `scheduledFor` lists scheduled requests, `sentAt` sent ones.',
    }),
  ),
  direction: directionParam(
    'Sort direction. Default: ascending for `scheduledFor` and `updatedAt`, else newest first.',
  ),
  ...changeParams,
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 320,
      description: 'Filter: orders of exactly this email address.',
      examples: ['jane.doe@customer.example'],
    }),
  ),
  orderNumber: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      ...notBlank,
      description:
        'Filter: the exact order number, ignoring case and a leading `#`. Orders without one match by `platformOrderId`.',
      examples: ['#1001'],
    }),
  ),
  customerName: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 80,
      pattern: '\\S\\s*\\S',
      'x-expected': 'must have at least two characters',
      description: `Filter: start of the name or of its last word, ignoring case: \`jane\`, \`jane do\`, \`doe\`. We read at most ${maxNameMatches.toLocaleString('en')} matches; if an order is missing, send more of the name.`,
      examples: ['Jane Doe'],
    }),
  ),
  reviewRequestState: Type.Optional(
    AnyOf(requestStates, { description: 'Filter: orders whose review request has one of these states.' }),
  ),
  placedAfter: Type.Optional(described(Instant, 'Filter: orders placed after this time.')),
  placedBefore: Type.Optional(described(Instant, 'Filter: orders placed before this time.')),
})

export const ByPlatformId = Type.Object({
  platformOrderId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Id of the order in the shop.',
    examples: ['1001'],
  }),
})

export const StoreConfirmation = Type.Object(
  {
    storeEnvId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Id of the store as confirmation. If sent, it must equal the header x-store-env-id.',
        examples: ['019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00'],
      }),
    ),
  },
  { title: 'StoreConfirmation' },
)

export const CustomerOrder = Type.Object(
  {
    id: described(Id, 'Id of the order.'),
    platformOrderId: Type.String({ description: 'Id of the order in the shop.', examples: ['1001'] }),
    orderNumber: Nullable(
      Type.String({
        description: 'Order number that people use, such as `#1001`. Null if the shop sent none.',
        examples: ['#1001'],
      }),
    ),
    currency: Nullable(
      Type.String({
        description: 'Currency of the order amounts, as an ISO 4217 code. Null if the shop sent none.',
        examples: ['EUR'],
      }),
    ),
    total: Nullable(described(Amount, 'Order total, as a decimal string. Null if the shop sent none.', '24.00')),
    placedAt: described(Instant, 'Time the order was placed.'),
    cancelledAt: Nullable(described(Instant, 'Time the order was cancelled. Null if it was not.')),
    acceptsMarketing: Nullable(
      Type.Boolean({
        description: 'Whether the buyer agreed to marketing emails with this order. Null if the shop did not say.',
        examples: [true],
      }),
    ),
  },
  { title: 'CustomerOrder' },
)
