import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '#platform/values/wire.ts'
import { firstSorts } from '../schema.ts'

const Color = (description: string) =>
  Nullable(
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      'x-expected': 'must be a colour such as #0b6e4f',
      maxLength: 7,
      description: `${description}, as #rrggbb`,
    }),
  )
const Address = (description: string) =>
  Nullable(
    Type.String({
      pattern: '^https://[^\\s"<>]+$',
      'x-expected': 'must be an address that begins with https://',
      maxLength: 500,
      description,
    }),
  )

const theme = {
  accentColor: Color('Buttons and links; when null the brand’s, or without one the widget’s own'),
  starColor: Color('Stars; the widget’s own when null'),
  usesBrand: Type.Boolean({
    default: true,
    description: 'Whether the colour of the brand (`GET /email-branding`) counts where no `accentColor` is said.',
  }),
  corners: OneOf(['square', 'rounded', 'pill'] as const, { default: 'rounded' }),
  colorScheme: OneOf(['auto', 'light', 'dark'] as const, {
    default: 'auto',
    description: '`auto` follows the page and the visitor.',
  }),
}
const reviews = {
  sort: OneOf(firstSorts, { default: 'newest', description: 'What a visitor sees first.' }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
}
const form = {
  enabled: Type.Boolean({ default: true, description: 'Whether a page offers to write a review.' }),
  asksForPhotos: Type.Boolean({ default: true }),
  privacyUrl: Address('Linked where the author agrees'),
}

export const PlacementSettings = Type.Object(
  {
    defaultLocale: Type.String({
      pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$',
      'x-expected': 'must be a language tag such as en or pt-BR',
      maxLength: 35,
      description: 'BCP 47; what is shown where neither the page nor the visitor names a language.',
    }),
    policyUrl: Address('How the store collects and checks reviews; the law of the EU and the UK asks for it'),
    theme: Type.Object(theme),
    reviews: Type.Object(reviews),
    form: Type.Object(form),
  },
  { title: 'PlacementSettings' },
)
export type PlacementSettings = Static<typeof PlacementSettings>

/** All settings; omitted ones return to the default. */
export const PlacementChange = Type.Partial(
  Type.Object({
    defaultLocale: PlacementSettings.properties.defaultLocale,
    policyUrl: PlacementSettings.properties.policyUrl,
    theme: Type.Partial(Type.Object(theme)),
    reviews: Type.Partial(Type.Object(reviews)),
    form: Type.Partial(Type.Object(form)),
  }),
)
export type PlacementChange = Static<typeof PlacementChange>

export const StorefrontConfig = Type.Object(
  {
    storeName: Type.String(),
    brand: Type.Object(
      {
        color: Color('The primary colour of the brand; null while none was chosen'),
        logoUrl: Nullable(
          Type.String({ maxLength: 1000, description: 'Where the logo of the brand is; null while none was chosen.' }),
        ),
      },
      { title: 'StorefrontBrand', description: 'As in mails and on the form behind their links.' },
    ),
    ...PlacementSettings.properties,
    form: Type.Object({
      ...form,
      maxPhotos: Type.Integer(),
      maxPhotoBytes: Type.Integer(),
      photoTypes: Type.Array(Type.String()),
      maxTitleLength: Type.Integer(),
      maxBodyLength: Type.Integer(),
      maxAuthorNameLength: Type.Integer(),
    }),
  },
  { title: 'StorefrontConfig' },
)
