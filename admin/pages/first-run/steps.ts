import type { FirstRunStep, StepName } from '../../api/first-run.ts'

type Place =
  | '/stores/$storeId/settings/api-keys'
  | '/stores/$storeId/settings/stores'
  | '/stores/$storeId/settings/branding'
  | '/stores/$storeId/settings/sending-domain'
  | '/stores/$storeId/widgets'
  | '/stores/$storeId/imports'
  | '/stores/$storeId/requests'
  | '/stores/$storeId/products/feed'
  | '/stores/$storeId/mailbox'

export type Way = { to: Place; label: string; search?: { kind: 'products' } }

type StepText = {
  title: string
  why: string
  doneTitle: string
  way(step: FirstRunStep): Way | undefined
  others?: readonly Way[]
}

type Gap = { text: string; way: Way }

export const gaps: Record<FirstRunStep['missing'][number], Gap> = {
  origin: {
    text: "Your shop's address is missing.",
    way: { to: '/stores/$storeId/settings/stores', label: "Add your shop's address" },
  },
  footer_address: {
    text: 'Your postal address is missing.',
    way: { to: '/stores/$storeId/settings/branding', label: 'Add the postal address' },
  },
  sender_address: {
    text: 'There is no sending domain yet.',
    way: { to: '/stores/$storeId/settings/sending-domain', label: 'Set up a sending domain' },
  },
  smtp: {
    text: 'No mail server is connected yet, so emails stay in the test mailbox.',
    way: { to: '/stores/$storeId/mailbox', label: 'Open the test mailbox' },
  },
}

export const stepTexts: Record<StepName, StepText> = {
  products: {
    title: 'Add your products',
    doneTitle: 'Products added',
    why: 'From a connected shop, products and orders arrive automatically, and buyers are asked for reviews.',
    // The links to the platforms are the way.
    way: () => undefined,
    others: [
      { to: '/stores/$storeId/imports', search: { kind: 'products' }, label: 'Upload a file' },
      { to: '/stores/$storeId/settings/api-keys', label: 'Use the API' },
    ],
  },
  reviews: {
    title: 'Get your first reviews',
    doneTitle: 'First reviews received',
    why: 'Import reviews from another platform, or ask customers after they order.',
    way: () => ({ to: '/stores/$storeId/imports', label: 'Import reviews' }),
    others: [{ to: '/stores/$storeId/requests', label: 'Ask customers' }],
  },
  widget: {
    title: 'Show reviews in your shop',
    doneTitle: 'Your shop shows reviews',
    why: 'Shoppers decide what to buy on product pages. This step is done when a page of your shop loads a widget.',
    way: ({ missing }) =>
      missing.includes('origin') ? gaps.origin.way : { to: '/stores/$storeId/widgets', label: 'Pick a widget' },
  },
  sender: {
    title: 'Set up your sender',
    doneTitle: 'Sender set up',
    why: 'Customers open emails from a shop they know. The law requires a postal address in them.',
    way: ({ missing }) =>
      missing.includes('footer_address')
        ? gaps.footer_address.way
        : missing.includes('sender_address')
          ? gaps.sender_address.way
          : undefined,
  },
  feed: {
    title: 'Show stars in Google Shopping',
    doneTitle: 'Review feed turned on',
    why: 'Your Merchant Center account reads the review feed, and Google shows the stars beside your products.',
    way: () => ({ to: '/stores/$storeId/products/feed', label: 'Turn on the feed' }),
  },
}
