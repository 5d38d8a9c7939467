import type { EmailSettings } from '../../../api/mail/email.ts'
import { daysText } from './labels.ts'

const askedAtOnce: Record<EmailSettings['trigger'], string> = {
  delivered: 'on delivery',
  fulfilled: 'on fulfilment',
  placed: 'when the order is placed',
}

const askedAfter: Record<EmailSettings['trigger'], string> = {
  delivered: 'after delivery',
  fulfilled: 'after fulfilment',
  placed: 'after the order',
}

/** Names the time at which the shop asks buyers, in words that fit into a sentence. */
export const askingTime = ({ delayDays, trigger }: EmailSettings): string =>
  delayDays === 0 ? askedAtOnce[trigger] : `${daysText(delayDays)} ${askedAfter[trigger]}`
