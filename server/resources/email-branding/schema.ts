import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const fontFamilies = [
  'system',
  'arial',
  'helvetica',
  'verdana',
  'tahoma',
  'trebuchet',
  'georgia',
  'times',
  'courier',
] as const
export const cornerStyles = ['square', 'rounded', 'pill'] as const

const Color = (description: string) =>
  Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    'x-expected': 'must be a colour such as #0b6e4f',
    maxLength: 7,
    description: `${description}, as #rrggbb`,
  })
const Text = (maxLength: number, description: string) => Nullable(Type.String({ maxLength, description }))

const colors = {
  primary: Color('Accents and links'),
  background: Color('Around the card'),
  surface: Color('The card'),
  text: Color('Text on the card'),
  button: Color('The button'),
}
const look = {
  senderName: Text(80, 'Who the mail is from; the name of the store when null'),
  logoUrl: Text(1000, 'An https address of a PNG, JPEG or GIF; the name of the store is written when null'),
  logoWidth: Type.Integer({ minimum: 24, maximum: 400, description: 'In pixels' }),
  fontFamily: OneOf(fontFamilies),
  corners: OneOf(cornerStyles),
  footerAddress: Text(300, 'The postal address that the law of most countries asks for'),
  footerText: Text(500, 'A line or two of your own below each mail'),
  defaultLocale: Type.String({
    maxLength: 35,
    description: 'The language of mail to customers whose own is neither built in nor yours, such as en or pt-BR',
  }),
}

export const EmailBranding = Type.Object(
  {
    ...look,
    colors: Type.Object(
      {
        ...colors,
        buttonText: Color('Black or white, whichever reads better on the button'),
        link: Color('The primary colour, darkened or lightened until it can be read on the card'),
        muted: Color('Small print around the card'),
      },
      { title: 'EmailColors' },
    ),
    updatedAt: Nullable(Instant),
  },
  { title: 'EmailBranding' },
)
export type EmailBranding = Static<typeof EmailBranding>

/** A full look: fields left out return to their defaults. */
const change = { ...look, colors: Type.Partial(Type.Object(colors)) }
export const EmailBrandingChange = Type.Partial(Type.Object(change))
export type EmailBrandingChange = Static<typeof EmailBrandingChange>

export const EmailBrandingUpdate = Type.Partial(
  Type.Object({
    ...change,
    logoUploadId: {
      ...Id,
      description:
        'A picture sent to `POST /uploads`, which becomes the logo in place of `logoUrl`. It is kept as a PNG of at most 800 × 800; `logoUrl` then tells its address.',
    },
  }),
)
export type EmailBrandingUpdate = Static<typeof EmailBrandingUpdate>
