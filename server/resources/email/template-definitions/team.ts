import type { Definition } from './definition.ts'
import { store } from './sample.ts'

export const teamMail: Definition<'team_mail'> = {
  name: 'team_mail',
  description: 'Sends a summary or an alert to a person of the store.',
  category: 'transactional',
  layout: 'message',
  reason: 'turnedOn',
  sample: {
    store,
    subject: 'Your week at Lantern & Co',
    heading: 'Your week',
    lines: ['12 new reviews.'],
    button: 'Open insights',
    adminUrl: 'https://reviews.example.com/admin/stores/sample/insights',
    unsubscribeUrl: 'https://reviews.example.com/n/sample',
  },
}
