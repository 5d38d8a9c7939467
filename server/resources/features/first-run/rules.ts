import type { Role } from '#platform/identity/caller.ts'
import { type FirstRun, type Gap, type Step, steps } from './schema.ts'

export type Facts = {
  hasProducts: boolean
  hasOrigin: boolean
  hasFooterAddress: boolean
  hasSendingDomain: boolean
  hasSentRequest: boolean
  hasImport: boolean
  hasFeed: boolean
  skipped: readonly string[]
  widgets: FirstRun['widgets']
}

export type MailSettings = { sends: boolean; hasAddress: boolean }

export const isNoSender = (mailFrom: string): boolean => /@localhost>?\s*$/i.test(mailFrom)

export function computeFirstRun(facts: Facts, sending: MailSettings, isAtLeast: (role: Role) => boolean): FirstRun {
  const all = steps.map((name) => {
    const missing = missingFor(name, facts, sending)
    return {
      name,
      done: isDone(name, facts, missing),
      skipped: facts.skipped.includes(name),
      mayDo: isAtLeast(needed[name]),
      missing,
    }
  })
  return { steps: all, complete: all.every(({ done, skipped }) => done || skipped), widgets: facts.widgets }
}

const needed: Record<Step, Role> = {
  products: 'ADMIN',
  widget: 'MEMBER',
  sender: 'ADMIN',
  reviews: 'MEMBER',
  feed: 'ADMIN',
}

function missingFor(name: Step, facts: Facts, sending: MailSettings): Gap[] {
  if (name === 'widget') return facts.hasOrigin ? [] : ['origin']
  if (name !== 'sender') return []
  const gaps: [Gap, boolean][] = [
    ['footer_address', !facts.hasFooterAddress],
    ['sender_address', !(facts.hasSendingDomain || sending.hasAddress)],
    ['smtp', !sending.sends],
  ]
  return gaps.filter(([, isMissing]) => isMissing).map(([gap]) => gap)
}

function isDone(name: Step, facts: Facts, missing: readonly Gap[]): boolean {
  switch (name) {
    case 'products':
      return facts.hasProducts
    case 'widget':
      return facts.widgets.length > 0
    case 'sender':
      return missing.length === 0
    case 'reviews':
      return facts.hasSentRequest || facts.hasImport
    case 'feed':
      return facts.hasFeed
  }
}
