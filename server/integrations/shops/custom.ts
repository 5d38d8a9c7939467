import { type Platform, ShopFailure } from './shop.ts'

const neverAsked = async () => {
  throw new ShopFailure('shop_failed', 'We cannot read this shop, because it pushes its data.')
}

export const custom: Platform = {
  name: 'custom',
  identifiers: { gtin: null, mpn: null, brand: null },
  refusedSource: () => 'is not looked up in a shop that pushes its catalogue',
  readAddress: (typed) => (typed.trim() === '' ? { address: '' } : { refusal: 'be left out' }),
  refusedCredentials(credentials) {
    const [field] = Object.keys(credentials)
    return field === undefined ? undefined : { field, message: 'must be left out' }
  },
  credentialLast4: () => null,
  hookSecret: 'platform',
  codeKinds: [],
  open: () => ({
    check: async () => ({ checks: [], missingScopes: [] }),
    readProducts: neverAsked,
    verify: neverAsked,
    findProducts: neverAsked,
    readCategories: neverAsked,
    readOrders: neverAsked,
    findOrder: neverAsked,
    findHooks: async () => ({ missing: [] }),
    repairHooks: async () => ({ missing: [] }),
    removeHooks: async () => {},
    issueCode: async () => {
      throw new ShopFailure('refused', 'We cannot create codes in this shop, because we cannot call it.')
    },
    withdrawCode: async () => {},
  }),
  readWebhook: () => ({ kind: 'forged' }),
  interpretWebhook: () => ({ kind: 'ignored', reason: 'This shop sends no webhooks.' }),
}
