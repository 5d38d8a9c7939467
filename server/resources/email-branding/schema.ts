import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, OneOf, withExample } from '#platform/values/wire.ts'

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
    description,
  })
const Text = (maxLength: number, description: string) => Nullable(Type.String({ maxLength, description }))

const colors = {
  primary: withExample(Color('Colour of accents and links, as #rrggbb.'), '#0b6e4f'),
  background: withExample(Color('Colour around the card, as #rrggbb.'), '#f3f4f6'),
  surface: withExample(Color('Colour of the card, as #rrggbb.'), '#ffffff'),
  text: withExample(Color('Colour of text on the card, as #rrggbb.'), '#1b1f24'),
  button: withExample(Color('Colour of the button, as #rrggbb.'), '#0b6e4f'),
}
const look = {
  senderName: withExample(Text(80, 'Sender name of emails. Null uses the name of the store.'), 'Acme'),
  logoUrl: withExample(
    Text(1000, 'Address of the logo: https, as PNG, JPEG or GIF. Null shows the name of the store.'),
    'https://cdn.acme.example/logo.png',
  ),
  logoWidth: Type.Integer({ minimum: 24, maximum: 400, description: 'Width of the logo in pixels.' }),
  fontFamily: OneOf(fontFamilies, { description: 'Font of emails.' }),
  corners: OneOf(cornerStyles, { description: 'Shape of the corners of boxes and buttons.' }),
  footerAddress: withExample(
    Text(300, 'Postal address in the footer, required by law in most countries. Null without one.'),
    'Acme Ltd\n12 Mill Lane, Bristol BS1 4QD',
  ),
  footerText: withExample(
    Text(500, 'Footer text of your own, one or two lines. Null without one.'),
    'Made in Bristol.',
  ),
  defaultLocale: Type.String({
    maxLength: 35,
    description: 'Language of emails to customers whose language has no template, as a BCP 47 tag.',
    examples: ['en'],
  }),
}

export const EmailBranding = Type.Object(
  {
    ...look,
    colors: Type.Object(
      {
        ...colors,
        buttonText: withExample(
          Color('Colour of text on the button: black or white, for contrast, as #rrggbb.'),
          '#ffffff',
        ),
        link: withExample(
          Color('Colour of links on the card: `primary`, adjusted for contrast, as #rrggbb.'),
          '#0b6e4f',
        ),
        muted: withExample(Color('Colour of small print around the card, as #rrggbb.'), '#616262'),
      },
      { title: 'EmailColors' },
    ),
    updatedAt: Nullable(described(Instant, 'Time the branding was last changed. Null before the first change.')),
  },
  { title: 'EmailBranding' },
)
export type EmailBranding = Static<typeof EmailBranding>

const change = { ...look, colors: described(Type.Partial(Type.Object(colors)), 'Colours of emails and pages.') }
export const EmailBrandingChange = Type.Partial(Type.Object(change))
export type EmailBrandingChange = Static<typeof EmailBrandingChange>

export const EmailBrandingUpdate = Type.Partial(
  Type.Object({
    ...change,
    logoUploadId: {
      ...Id,
      description:
        'Id of a picture from `POST /uploads` to use as logo. We store it as a PNG of at most 800 × 800 pixels and set `logoUrl` to it.',
    },
  }),
)
export type EmailBrandingUpdate = Static<typeof EmailBrandingUpdate>
