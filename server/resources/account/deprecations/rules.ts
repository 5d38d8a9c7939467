import type { Deprecation } from '#platform/calls/deprecations.ts'
import type { DeprecationUse } from './schema.ts'

const dayMs = 86_400_000
const monthDays = 31
const finalDays = 14
const shownUses = 20

export type Notice = { sentAt: string; isFinal: boolean }

/**
 * Returns the kind of notice that is due: `monthly` at most once a month, `final` once in the last 14 days before the
 * removal.
 */
export function dueNotice(removed: string, notices: readonly Notice[], now: Date): 'monthly' | 'final' | undefined {
  const daysLeft = (Date.parse(removed) - now.getTime()) / dayMs
  if (daysLeft <= 0) return undefined
  if (daysLeft <= finalDays) return notices.some(({ isFinal }) => isFinal) ? undefined : 'final'
  const newestMs = Math.max(...notices.map(({ sentAt }) => Date.parse(sentAt)))
  return now.getTime() - newestMs >= monthDays * dayMs ? 'monthly' : undefined
}

export const usedSince = (now: Date): Date => new Date(now.getTime() - monthDays * dayMs)

export const findNewest = (uses: readonly DeprecationUse[]): string | null =>
  uses.reduce<string | null>(
    (newest, { lastSeenAt: at }) => (at !== null && (newest === null || at > newest) ? at : newest),
    null,
  )

export type DeprecationUses = { row: Deprecation; uses: readonly DeprecationUse[] }

export const buildMessage = (used: readonly DeprecationUses[], origin: string) => ({
  subject: `${used.map(({ row }) => row.item).join(', ')} will stop working`,
  text: `Your organization still uses features of the API that will stop working.

${used.map(formatUse).join('\n')}
The list: GET /account/deprecations. The policy: ${origin}/docs/versioning
`,
})

function formatUse({ row, uses }: DeprecationUses): string {
  const lines = uses
    .slice(0, shownUses)
    .map(({ type, name }) => `- ${type === 'webhook' ? 'Webhook' : 'Caller'} ${name}`)
  const more = uses.length > shownUses ? [`- and ${uses.length - shownUses} more`] : []
  return `${row.item} stops working on ${row.removed.slice(0, 10)}.
${row.note}
${[...lines, ...more].join('\n')}
`
}
