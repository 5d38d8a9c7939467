import { groups, mainPlaces, type Place } from '../shell/navigation/places.ts'
import type { SettingsPage } from '../shell/store/settings-pages.ts'
import type { useRole } from '../shell/store/use-store.ts'

export type PalettePage = { to: string; label: string; within: string; needs?: Place['needs'] }

type Reader = Pick<ReturnType<typeof useRole>, 'isAtLeast'> & { settingsPages: readonly SettingsPage[] }

const tabs: PalettePage[] = [
  { to: '/stores/$storeId/evidence', label: 'Evidence', within: 'Moderation' },
  { to: '/stores/$storeId/email/messages', label: 'Messages', within: 'Emails' },
  { to: '/stores/$storeId/email/suppressions', label: 'Suppressions', within: 'Emails' },
  { to: '/stores/$storeId/mailbox', label: 'Mailbox', within: 'Emails', needs: 'ADMIN' },
  { to: '/stores/$storeId/placements', label: 'Placements', within: 'Storefront' },
  { to: '/stores/$storeId/products/categories', label: 'Categories', within: 'Products' },
  { to: '/stores/$storeId/products/groups', label: 'Product groups', within: 'Products' },
  { to: '/stores/$storeId/products/identifiers', label: 'Identifiers', within: 'Products' },
  { to: '/stores/$storeId/products/feed', label: 'Review feed', within: 'Products' },
  { to: '/stores/$storeId/loyalty/members', label: 'Loyalty members', within: 'Loyalty' },
  { to: '/stores/$storeId/loyalty/rewards', label: 'Loyalty rewards', within: 'Loyalty' },
  { to: '/stores/$storeId/loyalty/referrals', label: 'Referrals', within: 'Loyalty' },
  { to: '/stores/$storeId/loyalty/liability', label: 'Liability', within: 'Loyalty' },
  { to: '/stores/$storeId/settings/account', label: 'Your account', within: 'You' },
]

const places: readonly (Place & { within: string })[] = [
  ...mainPlaces.map((place) => ({ ...place, within: '' })),
  ...groups.flatMap(({ name, places }) => places.map((place) => ({ ...place, within: name }))),
]

export function palettePages({ isAtLeast, settingsPages }: Reader): PalettePage[] {
  const inSettings = settingsPages.flatMap((page) =>
    page.sections.map(({ to, label }) => ({ to, label, within: `Settings, ${page.label}` })),
  )
  return [
    ...places
      .filter(({ needs }) => needs === undefined || isAtLeast(needs))
      .map(({ to, label, within }) => ({ to, label, within })),
    ...tabs.filter(({ needs }) => needs === undefined || isAtLeast(needs)),
    ...inSettings,
  ]
}

export function pagesFor(pages: readonly PalettePage[], text: string): PalettePage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return pages.filter(({ label, within }) => {
    const name = `${within} ${label}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
}
