import type { Definition } from './definition.ts'
import { customer, store } from './sample.ts'

export const leadConfirmation: Definition<'lead_confirmation'> = {
  name: 'lead_confirmation',
  description: "Asks whoever wrote to you by a gallery's form to confirm that the address is theirs.",
  category: 'transactional',
  layout: 'proof',
  reason: 'wroteTo',
  sample: { store, customer, confirmUrl: 'https://reviews.example.com/l/sample' },
}

export const leadNotice: Definition<'lead_notice'> = {
  name: 'lead_notice',
  description: "Tells you what visitors wrote by a gallery's form: one of them, or many in a digest.",
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
