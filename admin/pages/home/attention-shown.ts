import type { AttentionItem } from '../../api/analytics.ts'

const dayMs = 86_400_000
const noticeDays = 14

/**
 * Every webhook receives the old signature, also if its receiver verifies the new one, so this task cannot be completed.
 * The settings of webhooks always say it. Home says it when owners get the last email about it.
 */
export const isShownOnHome = ({ kind, id, dueAt }: AttentionItem, nowMs: number): boolean =>
  kind !== 'deprecation_used' || id === null || dueAt === null || Date.parse(dueAt) - nowMs <= noticeDays * dayMs
