import type { Features } from '#resources/billing/rules.ts'

export const features = { advanced_analytics: 'scale' } as const satisfies Features
