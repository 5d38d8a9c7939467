import type { RequestState } from '../../api/orders.ts'

export const requestTabs = ['scheduled', 'sent', 'skipped', 'failed'] as const satisfies RequestState[]
export type RequestTab = (typeof requestTabs)[number]

export type RequestSearch = { state?: RequestTab; days?: 90 }

export const readRequestSearch = ({ state, days }: Record<string, unknown>): RequestSearch => ({
  state: requestTabs.slice(1).find((each) => each === state),
  days: days === 90 ? 90 : undefined,
})
