import { useQuery } from '@tanstack/react-query'
import { isBilled, type Role, subscriptionQuery } from '../../api/account/account.ts'
import { useOrganizationHas, usePlanGate } from './plan-gate.ts'
import { useRole, useStoreId } from './use-store.ts'

type Section = {
  to: string
  label: string
  needs: Role
  isSold?: true
  feature?: string
  /** True if delegates of another organization may open the page. */
  isForDelegates?: true
}

export const settingsPages = [
  {
    label: 'Store',
    sections: [
      { to: '/stores/$storeId/settings/shop', label: 'Shop', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/storefront', label: 'Display', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/branding', label: 'Branding', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/email', label: 'Email', needs: 'VIEWER', isForDelegates: true },
      {
        to: '/stores/$storeId/settings/sending-domain',
        label: 'Sending domain',
        needs: 'VIEWER',
        isForDelegates: true,
      },
    ],
  },
  {
    label: 'Apps and keys',
    sections: [
      { to: '/stores/$storeId/settings/connections', label: 'Connections', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/destinations', label: 'Destinations', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/webhooks', label: 'Webhooks', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/api-keys', label: 'API keys', needs: 'ADMIN' },
      { to: '/stores/$storeId/settings/connected-apps', label: 'Connected apps', needs: 'VIEWER' },
      { to: '/stores/$storeId/settings/agents', label: 'Agents', needs: 'VIEWER', isForDelegates: true },
    ],
  },
  {
    label: 'Organization',
    sections: [
      { to: '/stores/$storeId/settings/organization', label: 'General', needs: 'VIEWER' },
      { to: '/stores/$storeId/settings/stores', label: 'Stores', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/sharing', label: 'Shared reviews', needs: 'VIEWER' },
      { to: '/stores/$storeId/settings/backups', label: 'Backups', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/billing', label: 'Billing', needs: 'OWNER', isSold: true },
      {
        to: '/stores/$storeId/settings/affiliates',
        label: 'Affiliates',
        needs: 'OWNER',
        isSold: true,
        feature: 'affiliates',
      },
    ],
  },
  {
    label: 'People and security',
    sections: [
      { to: '/stores/$storeId/settings/members', label: 'Members', needs: 'VIEWER' },
      { to: '/stores/$storeId/settings/partners', label: 'Partners', needs: 'VIEWER' },
      { to: '/stores/$storeId/settings/security', label: 'Your sign-in', needs: 'VIEWER', isForDelegates: true },
      { to: '/stores/$storeId/settings/single-sign-on', label: 'Single sign-on', needs: 'OWNER' },
      { to: '/stores/$storeId/settings/audit-log', label: 'Audit log', needs: 'ADMIN' },
      { to: '/stores/$storeId/settings/support', label: 'Support', needs: 'VIEWER' },
    ],
  },
] as const satisfies { label: string; sections: Section[] }[]

type OpenSection = (typeof settingsPages)[number]['sections'][number]
export type SectionPath = OpenSection['to']
export type SettingsPage = { label: string; to: OpenSection['to']; sections: OpenSection[] }

export function useSettingsPages(): SettingsPage[] {
  const { isAtLeast, isDelegate } = useRole()
  const isSold = isBilled(useQuery(subscriptionQuery(useStoreId())).data)
  const hasAffiliates = useOrganizationHas('affiliates')
  // The section of affiliates is hidden while the plan is loading.
  const isPlanKnown = usePlanGate('affiliates') !== undefined
  const isOpen = (section: Section) =>
    isAtLeast(section.needs) &&
    (!isDelegate || section.isForDelegates === true) &&
    (isSold || !section.isSold) &&
    (section.feature === undefined || (isPlanKnown && hasAffiliates))
  return settingsPages.flatMap(({ label, sections }) => {
    const open = sections.filter(isOpen)
    return open[0] ? [{ label, to: open[0].to, sections: open }] : []
  })
}

const isWithin = (pathname: string, to: string, storeId: string): boolean => {
  const path = to.replace('$storeId', storeId)
  return pathname === path || pathname.startsWith(`${path}/`)
}

export const settingsPageAt = (pathname: string, storeId: string) =>
  settingsPages.find(({ sections }) => sections.some(({ to }) => isWithin(pathname, to, storeId)))

/** Undefined on the pages below a section, such as one webhook. */
export const settingsTabAt = (pathname: string, storeId: string): string | undefined =>
  settingsPages
    .flatMap(({ sections }) => [...sections])
    .find(({ to }) => pathname.replace(/\/$/, '') === to.replace('$storeId', storeId))?.label
