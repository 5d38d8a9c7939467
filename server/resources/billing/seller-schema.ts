import { type Static, Type } from 'typebox'

export const Seller = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  address: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
  country: Type.Union([Type.String({ pattern: '^[A-Z]{2}$' }), Type.Null()]),
  vatNumber: Type.Union([Type.String({ maxLength: 30 }), Type.Null()]),
  /** Percent, such as `19` or `8.1`. */
  vatRate: Type.String({ pattern: '^\\d{1,2}(\\.\\d{1,2})?$' }),
  paymentDetails: Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]),
  /** Printed below the amounts of an invoice without VAT, such as the exemption of small businesses. */
  noVatNote: Type.Union([Type.String({ maxLength: 300 }), Type.Null()]),
  numberPrefix: Type.String({ pattern: '^[A-Z0-9-]{0,12}$' }),
})
export type Seller = Static<typeof Seller>
