import type { StoreTx } from '#platform/db/db.ts'
import type { Seller } from './seller-schema.ts'
import * as store from './seller-store.ts'

/**
 * Until the operator configures a seller, the sender of the service's mail counts as a seller without VAT, and `doctor`
 * reports it.
 */
export const unnamedSeller = (mailFrom: string): Seller => ({
  name: /^\s*"?([^"<]+?)"?\s*</.exec(mailFrom)?.[1] ?? mailFrom,
  address: null,
  country: null,
  vatNumber: null,
  vatRate: '0',
  paymentDetails: null,
  noVatNote: null,
  numberPrefix: 'EV-',
})

export const readSeller = async (tx: StoreTx, mailFrom: string): Promise<Seller> =>
  (await store.find(tx)) ?? unnamedSeller(mailFrom)
