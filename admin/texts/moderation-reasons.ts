import type { Reason, WithholdingReason } from '../api/reviews/reviews.ts'

export const reasonNames: Record<Reason, string> = {
  spam: 'Spam',
  offensive: 'Offensive',
  off_topic: 'Off topic',
  fake: 'Fake',
  privacy: 'Privacy',
  illegal: 'Illegal',
  insider: 'Insider',
  duplicate: 'Duplicate',
  withdrawn: 'Withdrawn',
  other: 'Other',
  unspecified: 'No reason given',
}

export const reasonChoices = [
  { reason: 'offensive', key: 'O', meaning: 'insults, threatens or hates' },
  { reason: 'off_topic', key: 'T', meaning: 'not about product, order or service' },
  { reason: 'fake', key: 'F', meaning: 'not based on experience, or paid for' },
  { reason: 'privacy', key: 'P', meaning: 'names, addresses, details of people' },
  { reason: 'illegal', key: 'L', meaning: 'against the law' },
  { reason: 'insider', key: 'I', meaning: 'works for you, a competitor or the manufacturer' },
  { reason: 'duplicate', key: 'D', meaning: 'repeats an earlier review by the same person' },
  { reason: 'withdrawn', key: 'W', meaning: 'withdrawn by its author' },
  { reason: 'spam', key: 'S', meaning: 'advertising, or written by a program' },
  { reason: 'other', key: 'X', meaning: 'something else' },
] as const satisfies { reason: WithholdingReason; key: string; meaning: string }[]
