import { type Static, Type } from 'typebox'
import { Instant, secretField } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { WebPageChanges } from '../schema.ts'

const { version: _, slug: __, ...content } = WebPageChanges.properties

export const PreviewRequest = Type.Object(
  {
    ...content,
    reader: Type.Optional({ ...LanguageTag, description: 'The language to show it in.' }),
  },
  {
    title: 'WebPagePreviewRequest',
    description: 'What is typed and not saved yet: it is in `html` and nowhere else.',
  },
)
export type PreviewRequest = Static<typeof PreviewRequest>

export const Preview = Type.Object(
  {
    url: secretField(
      Type.String({
        description: 'Private link to the page as it was last saved. It contains its proof.',
      }),
    ),
    expiresAt: Instant,
    html: Type.String({ description: 'The whole document as it would be served, with what the body says.' }),
  },
  { title: 'WebPagePreview' },
)
