import { groups } from '../shell/Navigation.tsx'
import { type SettingsPage, storeSettings } from '../shell/store/settings-pages.ts'
import type { useRole } from '../shell/store/use-store.ts'

export type PalettePage = { to: string; label: string; within: string }

type Reader = Pick<ReturnType<typeof useRole>, 'isAtLeast'> & { settingsPages: readonly SettingsPage[] }

const tabs: PalettePage[] = [
  { to: '/stores/$storeId/products/categories', label: 'Categories', within: 'Products' },
  { to: '/stores/$storeId/products/identifiers', label: 'Identifiers', within: 'Products' },
  { to: '/stores/$storeId/products/feed', label: 'Review feed', within: 'Products' },
  { to: '/stores/$storeId/loyalty/members', label: 'Loyalty members', within: 'Loyalty' },
  { to: '/stores/$storeId/loyalty/rewards', label: 'Loyalty rewards', within: 'Loyalty' },
  { to: '/stores/$storeId/loyalty/referrals', label: 'Referrals', within: 'Loyalty' },
  { to: '/stores/$storeId/loyalty/liability', label: 'Liability', within: 'Loyalty' },
  { to: '/stores/$storeId/settings/account', label: 'Your account', within: 'You' },
]

export function palettePages({ isAtLeast, settingsPages }: Reader): PalettePage[] {
  const ofNavigation = groups.flatMap((group) =>
    group.places
      .filter((place) => !('needs' in place) || isAtLeast(place.needs))
      .map(({ to, label }) => ({ to, label, within: 'name' in group ? group.name : '' })),
  )
  const general = settingsPages.flatMap((page) =>
    page.sections.map(({ to, label }) => ({ to, label, within: `Settings, ${page.label}` })),
  )
  return [
    ...ofNavigation,
    ...tabs,
    ...storeSettings.map(({ to, label }) => ({ to, label, within: 'Settings' })),
    ...general,
  ]
}

export function pagesFor(pages: readonly PalettePage[], text: string): PalettePage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return pages.filter(({ label, within }) => {
    const name = `${within} ${label}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
}
