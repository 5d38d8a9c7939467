import type { Definition } from './definition.ts'
import { customer, store } from './sample.ts'

export const leadConfirmation: Definition<'lead_confirmation'> = {
  name: 'lead_confirmation',
  description: 'Asks the sender of a gallery form to confirm their address.',
  category: 'transactional',
  layout: 'proof',
  reason: 'wroteTo',
  sample: { store, customer, confirmUrl: 'https://reviews.example.com/l/sample' },
}

export const leadNotice: Definition<'lead_notice'> = {
  name: 'lead_notice',
  description: 'Notifies you of leads from a gallery form, one by one or in a digest.',
  category: 'transactional',
  layout: 'leads',
  reason: 'toldOf',
  sample: {
    store,
    gallery: { name: 'Home page' },
    count: 1,
    leads: [
      {
        name: 'Sam Fuller',
        email: 'sam@customer.example',
        phone: '+47 22 12 34 56',
        body: 'Do you ship to Norway? I would need about forty of the blue mugs.',
      },
    ],
    adminUrl: 'https://reviews.example.com/admin/galleries/sample',
  },
}
