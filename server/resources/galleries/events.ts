import { Type } from 'typebox'
import { eventKind } from '#platform/areas/events.ts'
import { described, Id } from '#platform/values/wire.ts'

export const leadSubmitted = eventKind({
  name: 'gallery.lead_submitted',
  area: 'galleries',
  description:
    "Sent when a visitor submitted a gallery's lead form and, if required, confirmed the address; `id` is the lead's. `name`, `phone` and `message` are present if the form asks for them and the visitor gave them. `email` and `phone` reach only webhooks made by a signed-in person; all others get `emailLast4`.",
  logged: false,
  data: Type.Object(
    {
      id: described(Id, 'Id of the lead.'),
      galleryId: described(Id, 'Id of the gallery.'),
      name: Type.Optional(
        Type.String({
          description: 'Name of the visitor. Absent if the form does not ask for it, or none was given.',
          examples: ['Jane Doe'],
        }),
      ),
      email: Type.String({
        description: 'Email address of the visitor. Only for webhooks that a signed-in person made.',
        examples: ['jane.doe@customer.example'],
      }),
      phone: Type.Optional(
        Type.String({
          description: 'Phone number of the visitor. Only for webhooks that a signed-in person made.',
          examples: ['+47 22 12 34 56'],
        }),
      ),
      message: Type.Optional(
        Type.String({
          description:
            'Message of the visitor, as plain text. Absent if the form does not ask for it, or none was given.',
          examples: ['Do you ship to Norway?'],
        }),
      ),
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
