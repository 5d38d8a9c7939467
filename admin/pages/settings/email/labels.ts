import type { EmailSettings } from '../../../api/mail/email.ts'
import { providerNames } from '../connections/labels.ts'

export const triggerNames: Record<EmailSettings['trigger'], string> = {
  delivered: 'Delivered',
  fulfilled: 'Fulfilled',
  placed: 'Placed',
}

export const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

const providers: Record<string, string> = { evident: 'Evident', ...providerNames }

export const providerName = (provider: string) => providers[provider] ?? provider
