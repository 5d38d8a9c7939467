import type { FirstRunStep, StepName } from '../../api/first-run.ts'

type Place =
  | '/stores/$storeId/settings/shop'
  | '/stores/$storeId/settings/api-keys'
  | '/stores/$storeId/settings/stores'
  | '/stores/$storeId/settings/branding'
  | '/stores/$storeId/settings/sending-domain'
  | '/stores/$storeId/widgets'
  | '/stores/$storeId/imports'
  | '/stores/$storeId/requests'
  | '/stores/$storeId/products/feed'

type Way = { to: Place; label: string; search?: { kind: 'products' } }

type StepText = {
  title: string
  why: string
  doneTitle: string
  way(step: FirstRunStep): Way | undefined
  others?: readonly Way[]
}

export const stepTexts: Record<StepName, StepText> = {
  products: {
    title: 'Bring your products in',
    doneTitle: 'Your products are here',
    why: 'Every review, star and request belongs to a product, so it all begins with them.',
    way: () => ({ to: '/stores/$storeId/settings/shop', label: 'Connect your shop' }),
    others: [
      { to: '/stores/$storeId/imports', search: { kind: 'products' }, label: 'Upload a file' },
      { to: '/stores/$storeId/settings/api-keys', label: 'Push them with an API key' },
    ],
  },
  widget: {
    title: 'Show a widget in your shop',
    doneTitle: 'Your shop shows a widget',
    why: 'Reviews work where shoppers decide. This ticks itself once a page of your shop has asked for them.',
    way: ({ missing }) =>
      missing.includes('origin')
        ? { to: '/stores/$storeId/settings/stores', label: 'Add the shop’s address' }
        : { to: '/stores/$storeId/widgets', label: 'Choose a widget' },
  },
  sender: {
    title: 'Say who your mails come from',
    doneTitle: 'Your mails say who they come from',
    why: 'Buyers open mail from a shop they know, and the law asks for its postal address below.',
    way: ({ missing }) =>
      missing.includes('footer_address')
        ? { to: '/stores/$storeId/settings/branding', label: 'Set the look of mails' }
        : missing.includes('sender_address')
          ? { to: '/stores/$storeId/settings/sending-domain', label: 'Set a sending domain' }
          : undefined,
  },
  reviews: {
    title: 'Get the first reviews',
    doneTitle: 'The first reviews are on their way',
    why: 'Bring those you have from another platform; or let orders come in, and their buyers are asked.',
    way: () => ({ to: '/stores/$storeId/imports', label: 'Import reviews' }),
    others: [{ to: '/stores/$storeId/requests', label: 'Ask buyers' }],
  },
  feed: {
    title: 'Send stars to shopping search',
    doneTitle: 'The review feed is on',
    why: 'The review feed gives your stars to shopping search engines, beside your offers.',
    way: () => ({ to: '/stores/$storeId/products/feed', label: 'Switch the feed on' }),
  },
}

const gapTexts: Record<FirstRunStep['missing'][number], string> = {
  origin: 'The store has no address of its shop yet.',
  footer_address: 'The postal address below mails is missing.',
  sender_address: 'There is no sending domain yet, and the service has no address of its own (MAIL_FROM).',
  smtp: 'The service stores mail in the mailbox and sends none. Its operator sets SMTP_URL.',
}

export const formatGaps = ({ missing }: FirstRunStep): string => missing.map((gap) => gapTexts[gap]).join(' ')
