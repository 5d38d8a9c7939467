import type { Role } from '../../api/account/account.ts'
import type { IconName } from '../../components/Icon.tsx'

export type Place = {
  to: string
  label: string
  icon: IconName
  /** Letter that opens the page after G. */
  letter?: string
  needs?: Role
  isOnlyAtFirst?: true
  isExact?: true
  /** Further pages that open from tabs on this page. */
  tabs?: readonly string[]
}

type Group = { name: string; icon: IconName; places: readonly Place[] }

export const mainPlaces = [
  { to: '/stores/$storeId', label: 'Home', icon: 'home', letter: 'h', isExact: true },
  { to: '/stores/$storeId/setup', label: 'First steps', icon: 'check', needs: 'MEMBER', isOnlyAtFirst: true },
  { to: '/stores/$storeId/reviews', label: 'Reviews', icon: 'star', letter: 'r' },
  {
    to: '/stores/$storeId/moderation',
    label: 'Moderation',
    icon: 'flag',
    letter: 'm',
    tabs: ['/stores/$storeId/evidence'],
  },
  { to: '/stores/$storeId/insights', label: 'Insights', icon: 'chart', letter: 'i' },
] as const satisfies Place[]

/** A group has at most four links, and only one group is open, so that the navigation fits a window 800 px high. */
export const groups = [
  {
    name: 'Emails',
    icon: 'send',
    places: [
      { to: '/stores/$storeId/ask', label: 'Ask for a review', icon: 'mail', letter: 'a' },
      {
        to: '/stores/$storeId/requests',
        label: 'Requests',
        icon: 'send',
        letter: 'e',
        tabs: ['/stores/$storeId/email/messages', '/stores/$storeId/email/suppressions', '/stores/$storeId/mailbox'],
      },
      { to: '/stores/$storeId/sequences', label: 'Sequences', icon: 'log' },
      { to: '/stores/$storeId/email/templates', label: 'Templates', icon: 'pencil' },
    ],
  },
  {
    name: 'Storefront',
    icon: 'globe',
    places: [
      {
        to: '/stores/$storeId/widgets',
        label: 'Widgets',
        icon: 'sliders',
        letter: 'w',
        tabs: ['/stores/$storeId/placements'],
      },
      { to: '/stores/$storeId/galleries', label: 'Galleries', icon: 'photo' },
      { to: '/stores/$storeId/faqs', label: 'FAQs', icon: 'reply' },
      { to: '/stores/$storeId/pages', label: 'Pages', icon: 'globe' },
    ],
  },
  {
    name: 'Rewards',
    icon: 'gift',
    places: [
      { to: '/stores/$storeId/loyalty', label: 'Loyalty', icon: 'gift', letter: 'l' },
      { to: '/stores/$storeId/incentives', label: 'Incentives', icon: 'ticket' },
    ],
  },
  {
    name: 'Catalog',
    icon: 'box',
    places: [
      { to: '/stores/$storeId/products', label: 'Products', icon: 'box', letter: 'p' },
      { to: '/stores/$storeId/orders', label: 'Orders', icon: 'receipt', letter: 'o' },
      { to: '/stores/$storeId/customers', label: 'Customers', icon: 'people', letter: 'c' },
      { to: '/stores/$storeId/imports', label: 'Imports', icon: 'upload' },
    ],
  },
] as const satisfies Group[]

export type GroupName = (typeof groups)[number]['name'] | 'Settings'

/** Pages that a keyboard shortcut opens. The shortcuts and their help use this list. */
export const letteredPlaces: readonly Place[] = [...mainPlaces, ...groups.flatMap(({ places }) => [...places])].filter(
  (place: Place) => place.letter,
)

export function isAt(pathname: string, storeId: string, { to, isExact, tabs = [] }: Place): boolean {
  return [to, ...tabs].some((pattern) => {
    const path = pattern.replace('$storeId', storeId)
    return pathname === path || pathname === `${path}/` || (!isExact && pathname.startsWith(`${path}/`))
  })
}

export function groupAt(pathname: string, storeId: string): GroupName | undefined {
  const group = groups.find(({ places }) => places.some((place) => isAt(pathname, storeId, place)))
  if (group) return group.name
  // The account pages open from the person's name, not from "Settings".
  return /\/settings(?!\/account)(\/|$)/.test(pathname) ? 'Settings' : undefined
}
