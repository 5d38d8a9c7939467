import { textsIn } from '../shop-texts.ts'
import type { Labels } from './labels.ts'

export function wordForShop(labels: Labels): void {
  const { heading, invite, verified, offTopic } = textsIn(labels.language)
  Object.assign(labels, {
    heading,
    invite,
    checks: [verified, ...labels.checks.slice(1)],
    reasons: { ...labels.reasons, off_topic: offTopic },
  })
}
