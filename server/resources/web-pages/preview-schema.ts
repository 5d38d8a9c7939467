import { type Static, Type } from 'typebox'
import { described, Instant, secretField } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { WebPageChanges } from './schema.ts'

const { version: _, slug: __, ...content } = WebPageChanges.properties

export const PreviewRequest = Type.Object(
  {
    ...content,
    reader: Type.Optional({ ...LanguageTag, description: 'Language to preview, as a BCP 47 tag.', examples: ['de'] }),
  },
  {
    title: 'WebPagePreviewRequest',
    description: 'Unsaved changes, shown only in `html`.',
  },
)
export type PreviewRequest = Static<typeof PreviewRequest>

export const Preview = Type.Object(
  {
    url: secretField(
      Type.String({
        description: 'Private link to the page as last saved. The link itself grants access.',
        examples: ['https://reviews.example.com/p/acme-mugs/about-us?preview=Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
      }),
    ),
    expiresAt: described(Instant, 'Time the preview link expires.'),
    html: Type.String({
      description: 'Complete HTML document with the changes in the request.',
      examples: [
        '<!doctype html><html lang="en"><body><h1>About us</h1><p>We throw every mug by hand.</p></body></html>',
      ],
    }),
  },
  { title: 'WebPagePreview' },
)
