import { type Static, Type } from 'typebox'
import { described, Nullable, OneOf, withExample } from '#platform/values/wire.ts'
import { pools } from '#resources/products/groups/schema.ts'
import { firstSorts } from '../schema.ts'

const Color = (description: string) =>
  Nullable(
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      'x-expected': 'must be a colour such as #0b6e4f',
      maxLength: 7,
      description,
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
  accentColor: withExample(
    Color('Colour of buttons and links, as #rrggbb. Null uses the brand colour, else the default.'),
    '#43552f',
  ),
  starColor: withExample(Color('Colour of stars, as #rrggbb. Null uses the default.'), '#e0a100'),
  usesBrand: Type.Boolean({
    default: true,
    description: 'Whether the brand colour (`GET /email-branding`) is used if `accentColor` is null.',
  }),
  corners: OneOf(['square', 'rounded', 'pill'] as const, {
    default: 'rounded',
    description: 'Shape of the corners of boxes and buttons.',
  }),
  colorScheme: OneOf(['auto', 'light', 'dark'] as const, {
    default: 'auto',
    description: 'Colour scheme. `auto` follows the page and the visitor.',
  }),
}
const reviews = {
  sort: OneOf(firstSorts, { default: 'newest', description: 'Initial sort order for visitors.' }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Number of reviews on a page.' }),
  pool: OneOf(pools, {
    default: 'own',
    description:
      'Reviews of other products or stores that widgets add to the reviews of a product. The attribute `pool` of a widget takes precedence.',
  }),
}
const form = {
  enabled: Type.Boolean({ default: true, description: 'Whether widgets show a button to write a review.' }),
  asksForPhotos: Type.Boolean({ default: true, description: 'Whether the form asks for photos.' }),
  privacyUrl: withExample(
    Address('Address of the privacy policy, linked at the consent. Null without one.'),
    'https://shop.acme.example/privacy',
  ),
}

export const PlacementSettings = Type.Object(
  {
    defaultLocale: Type.String({
      pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$',
      'x-expected': 'must be a language tag such as en or pt-BR',
      maxLength: 35,
      description: 'Language of the widgets if neither the page nor the visitor names one, as a BCP 47 tag.',
      examples: ['en'],
    }),
    policyUrl: withExample(
      Address(
        'Address of the page that explains how the store collects and checks reviews. EU and UK law require one. Null without a page.',
      ),
      'https://shop.acme.example/reviews-policy',
    ),
    theme: Type.Object(theme, { description: 'Colours, font and corners.' }),
    reviews: Type.Object(reviews, { description: 'Settings of the review list.' }),
    form: Type.Object(form, { description: 'Settings of the review form.' }),
  },
  { title: 'PlacementSettings' },
)
export type PlacementSettings = Static<typeof PlacementSettings>

/** All settings. Omitted settings return to their default. */
export const PlacementChange = Type.Partial(
  Type.Object({
    defaultLocale: described(
      PlacementSettings.properties.defaultLocale,
      'Language of the widgets if neither the page nor the visitor names one, as a BCP 47 tag.',
      'en',
    ),
    policyUrl: described(
      PlacementSettings.properties.policyUrl,
      'Address of the page that explains how the store collects and checks reviews. EU and UK law require one. Null without a page.',
      'https://shop.acme.example/reviews-policy',
    ),
    theme: described(Type.Partial(Type.Object(theme)), 'Colours, font and corners.'),
    reviews: described(Type.Partial(Type.Object(reviews)), 'Settings of the review list.'),
    form: described(Type.Partial(Type.Object(form)), 'Settings of the review form.'),
  }),
)
export type PlacementChange = Static<typeof PlacementChange>

export const StorefrontConfig = Type.Object(
  {
    storeName: Type.String({ description: 'Name of the store.', examples: ['Acme Shop'] }),
    brand: Type.Object(
      {
        color: withExample(Color('Primary brand colour, as #rrggbb. Null if none was chosen.'), '#0b6e4f'),
        logoUrl: Nullable(
          Type.String({
            maxLength: 1000,
            description: 'Address of the brand logo. Null if none was chosen.',
            examples: ['https://cdn.acme.example/logo.png'],
          }),
        ),
      },
      { title: 'StorefrontBrand', description: 'Brand colour and logo, as in emails and the linked form.' },
    ),
    buyersOnly: Type.Boolean({
      description: 'Whether only buyers of a product can review it. Forms say so before the stars.',
    }),
    ...PlacementSettings.properties,
    translate: Type.Array(Type.String({ examples: ['de'] }), {
      description: 'Languages that `translate` of `GET /storefront/reviews` takes.',
    }),
    digest: Type.Boolean({ description: 'Whether `GET /storefront/digest` returns sentences of reviews.' }),
    form: Type.Object(
      {
        ...form,
        maxPhotos: Type.Integer({ description: 'Maximum number of photos of a review.' }),
        maxPhotoBytes: Type.Integer({ description: 'Maximum size of a photo in bytes.' }),
        photoTypes: Type.Array(Type.String({ examples: ['image/jpeg'] }), {
          description: 'Accepted media types of photos.',
        }),
        maxTitleLength: Type.Integer({ description: 'Maximum number of characters in the title.' }),
        maxBodyLength: Type.Integer({ description: 'Maximum number of characters in the text.' }),
        maxAuthorNameLength: Type.Integer({ description: 'Maximum number of characters in the author name.' }),
      },
      { description: 'Settings of the review form.' },
    ),
  },
  { title: 'StorefrontConfig' },
)
