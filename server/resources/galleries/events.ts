import { Type } from 'typebox'
import { eventKind } from '#platform/events.ts'
import { Id } from '#platform/wire.ts'

export const galleryEvents = [
  eventKind({
    name: 'gallery.lead_submitted',
    description: "A visitor filled in a gallery's lead form; `id` is the lead's.",
    logged: false,
    data: Type.Object(
      { id: Id, galleryId: Id, name: Type.String(), email: Type.String(), message: Type.String() },
      { title: 'GalleryLeadSubmittedEventData' },
    ),
    example: {
      id: '019a9f53-2d61-7f29-b3d4-99fa0b1c2d08',
      galleryId: '019a9f53-1e72-7b38-9ac6-a0b1c2d3e409',
      name: 'Sam Fuller',
      email: 'sam@customer.example',
      message: 'Do you ship to Norway?',
    },
  }),
]
