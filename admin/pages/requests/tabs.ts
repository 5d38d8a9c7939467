import type { RequestState } from '../../api/orders.ts'

export const requestTabs = ['scheduled', 'sent', 'skipped', 'failed'] as const satisfies RequestState[]
export type RequestTab = (typeof requestTabs)[number]

/** The first tab is what an address without one means. */
export const readRequestTab = (value: unknown): RequestTab | undefined =>
  requestTabs.slice(1).find((each) => each === value)
