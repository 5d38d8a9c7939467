import type { EmailSettings } from '../../../api/email.ts'

export const triggerNames: Record<EmailSettings['trigger'], string> = {
  delivered: 'Delivered',
  fulfilled: 'Fulfilled',
  placed: 'Placed',
}

export const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

const providers: Record<string, string> = {
  evident: 'Evident',
  klaviyo: 'Klaviyo',
  omnisend: 'Omnisend',
  mailchimp: 'Mailchimp',
}

export const providerName = (provider: string) => providers[provider] ?? provider
