import { Type } from 'typebox'
import { eventKind } from '#platform/areas/events.ts'
import { Id } from '#platform/values/wire.ts'

export const leadSubmitted = eventKind({
  name: 'gallery.lead_submitted',
  area: 'galleries',
  description:
    "A visitor filled in a gallery's lead form and, where the form asks for that, confirmed the address; `id` is the lead's. `name`, `phone` and `message` are there when the form asks for them and the visitor gave them. `email` and `phone` reach only webhooks that a signed-in person made; all others get `emailLast4` instead.",
  logged: false,
  data: Type.Object(
    {
      id: Id,
      galleryId: Id,
      name: Type.Optional(Type.String()),
      email: Type.String({
        description: 'Whole address of the visitor. Only for webhooks that a signed-in person made.',
      }),
      phone: Type.Optional(
        Type.String({ description: 'Telephone number. Only for webhooks that a signed-in person made.' }),
      ),
      message: Type.Optional(Type.String()),
    },
    { title: 'GalleryLeadSubmittedEventData' },
  ),
  example: {
    id: '019a9f53-2d61-7f29-b3d4-99fa0b1c2d08',
    galleryId: '019a9f53-1e72-7b38-9ac6-a0b1c2d3e409',
    name: 'Sam Fuller',
    email: 'sam@customer.example',
    phone: '+47 22 12 34 56',
    message: 'Do you ship to Norway?',
  },
})

export const galleryEvents = [leadSubmitted]
