// A new widget needs a record here and its name in search.ts, which parses the URL.
import type { WidgetName } from './search.ts'

export type Attribute = {
  name: string
  label: string
  hint?: string
  /** Shown in the empty field: what visitors get without a value. */
  usual?: string
  /** Like `usual`, for a widget that shows reviews of the shop. */
  usualOfShop?: string
  /** True if the default is the page size in the store's settings. */
  isPageSize?: true
  kind: 'text' | 'number' | 'language' | 'address' | 'choice'
  most?: number
  choices?: Readonly<Record<string, string>>
}

export const properties = {
  '--evident-accent': {
    label: 'Buttons and links',
    kind: 'color',
    usual: '#1d4ed8',
    placeholder: 'Storefront color',
  },
  '--evident-star': {
    label: 'Stars',
    kind: 'color',
    usual: '#cf7500',
    placeholder: 'Storefront color',
  },
  '--evident-text': { label: 'Text', kind: 'color', usual: '#1b1f24', placeholder: "The page's color" },
  '--evident-radius': { label: 'Corners', kind: 'corners' },
  '--evident-font': { label: 'Font', kind: 'font' },
} as const

export type Property = keyof typeof properties

export type Widget = {
  title: string
  meaning: string
  script: string
  /** Name of the custom element. Undefined if the script inserts everything by itself. */
  element?: string
  /** The subject of the widget. `store` means the whole store, or the page's product if the person chooses so. */
  about?: 'product' | 'gallery' | 'store'
  /** True if the widget can also show reviews of the shop. */
  ofShop?: true
  attributes: readonly Attribute[]
  properties: readonly Property[]
  /** Reserved height, so the page does not jump. `narrowMinHeight` applies up to 40em. */
  minHeight?: string
  narrowMinHeight?: string
  width?: string
  floats?: true
  /** The usual WooCommerce hook on product pages. */
  hook?: string
}

const heading = (usual: string, usualOfShop = usual): Attribute => ({
  ...{ name: 'heading', label: 'Heading', kind: 'text', usual, usualOfShop },
})
const limit = (label: string, usual: string): Attribute => ({
  ...{ name: 'limit', label, kind: 'number', usual, hint: 'Up to 50.' },
})
const allReviews: Attribute = {
  name: 'href',
  label: 'Page of all reviews',
  kind: 'address',
  usual: 'No link',
  hint: 'Such as /reviews.',
}
const locale: Attribute = {
  name: 'locale',
  label: 'Language',
  kind: 'language',
  hint: "Default: the page's language, then the visitor's.",
}
const boxed = ['--evident-accent', '--evident-text', '--evident-radius', '--evident-font'] as const
const belowProduct = 'woocommerce_after_single_product_summary'

export const widgets = {
  reviews: {
    title: 'Reviews',
    meaning: 'All reviews of a product, with a summary, filters, photos and a button to write one.',
    script: 'reviews',
    element: 'evident-reviews',
    about: 'product',
    ofShop: true,
    attributes: [
      heading('Customer reviews', 'Reviews of our shop'),
      { name: 'limit', label: 'Reviews per page', kind: 'number', isPageSize: true },
      locale,
    ],
    properties: ['--evident-accent', '--evident-star', '--evident-text', '--evident-radius', '--evident-font'],
    minHeight: '42rem',
    hook: belowProduct,
  },
  stars: {
    title: 'Stars',
    meaning: 'The average of a product on one line, for its title and for lists of products.',
    script: 'stars',
    element: 'evident-stars',
    about: 'product',
    attributes: [{ name: 'href', label: 'Link', kind: 'text', usual: 'No link', hint: 'Such as #reviews.' }, locale],
    properties: ['--evident-star', '--evident-text'],
    minHeight: '1.5em',
    hook: 'woocommerce_after_shop_loop_item_title',
  },
  form: {
    title: 'Review form',
    meaning: 'The form to write a review, for a page of its own. Link to it from parcels or the account page.',
    script: 'review-form',
    element: 'evident-review-form',
    about: 'product',
    ofShop: true,
    attributes: [locale],
    properties: ['--evident-accent', '--evident-star', '--evident-text', '--evident-radius', '--evident-font'],
    hook: belowProduct,
  },
  gallery: {
    title: 'Gallery',
    meaning: 'Photos that you choose and arrange. The widget Customer photos shows the newest photos automatically.',
    script: 'gallery',
    element: 'evident-gallery',
    about: 'gallery',
    attributes: [heading('Title of the gallery'), limit('Photos per page', '24'), locale],
    properties: boxed,
    minHeight: '28rem',
  },
  faq: {
    title: 'Questions and answers',
    meaning: 'Common questions about a product, with a search and a form to ask.',
    script: 'faq',
    element: 'evident-faq',
    about: 'product',
    attributes: [heading('Questions and answers'), limit('Questions per page', 'All'), locale],
    properties: boxed,
    minHeight: '28rem',
    hook: belowProduct,
  },
  carousel: {
    title: 'Carousel',
    meaning: 'Reviews as cards side by side. Shows how many reviews there are and their average.',
    script: 'carousel',
    element: 'evident-carousel',
    about: 'store',
    ofShop: true,
    attributes: [
      heading('Customer reviews', 'Reviews of our shop'),
      {
        name: 'sort',
        label: 'Order',
        kind: 'choice',
        choices: {
          '': 'Newest first',
          highest: 'Highest rating first',
          lowest: 'Lowest rating first',
          photos: 'With photos first',
          helpful: 'Most helpful first',
        },
        hint: 'The widget tells visitors how the reviews are sorted.',
      },
      { name: 'limit', label: 'Number of reviews', kind: 'number', most: 24, usual: '9', hint: 'Up to 24.' },
      {
        name: 'autoplay',
        label: 'Seconds for each card',
        kind: 'number',
        usual: 'Moves by the buttons only',
        hint: 'At least 4.',
      },
      allReviews,
      locale,
    ],
    properties: ['--evident-accent', '--evident-star', '--evident-text', '--evident-radius', '--evident-font'],
    minHeight: '26rem',
    narrowMinHeight: '33rem',
    hook: belowProduct,
  },
  badge: {
    title: 'Badge',
    meaning: 'The average and the number of all reviews, with a link to where they can be checked.',
    script: 'badge',
    element: 'evident-badge',
    about: 'store',
    ofShop: true,
    attributes: [allReviews, locale],
    properties: ['--evident-star', '--evident-text', '--evident-radius', '--evident-font'],
    minHeight: '7.5rem',
    width: '18rem',
    hook: 'woocommerce_single_product_summary',
  },
  tab: {
    title: 'Floating tab',
    meaning: 'A button at the edge of the window that opens all reviews over the page.',
    script: 'tab',
    element: 'evident-tab',
    about: 'store',
    ofShop: true,
    attributes: [
      {
        name: 'side',
        label: 'Side of the window',
        kind: 'choice',
        choices: { '': 'Right; left in Arabic and Hebrew', start: 'Left; right in Arabic and Hebrew' },
      },
      locale,
    ],
    properties: ['--evident-accent', '--evident-star', '--evident-text', '--evident-radius', '--evident-font'],
    floats: true,
  },
  photos: {
    title: 'Customer photos',
    meaning:
      'The newest photos of approved reviews, added automatically. To choose photos yourself, use Gallery. Without photos, nothing is shown.',
    script: 'photos',
    element: 'evident-photos',
    about: 'store',
    attributes: [heading('Photos of our customers'), limit('Number of reviews', '12'), locale],
    properties: boxed,
    minHeight: '19rem',
    hook: belowProduct,
  },
  loyalty: {
    title: 'Points',
    meaning: "A shopper's points and rewards. The preview shows what visitors see before they sign in.",
    script: 'loyalty',
    element: 'evident-loyalty',
    attributes: [
      heading('Your points'),
      { name: 'sign-in', usual: 'No link', label: 'Sign-in page', kind: 'address', hint: 'Such as /account/login.' },
      locale,
    ],
    properties: boxed,
    minHeight: '28rem',
  },
} as const satisfies Record<WidgetName, Widget>

/** The script that puts placements into pages. It is no widget, so it has no preview. */
export const placementsScript: Widget = {
  title: 'Placements',
  meaning: '',
  script: 'placements',
  attributes: [],
  properties: [],
}

export const widgetOf = (name: WidgetName): Widget => widgets[name]

export const fonts = {
  '': "The page's own",
  'system-ui, sans-serif': 'System',
  'Arial, sans-serif': 'Arial',
  'Verdana, sans-serif': 'Verdana',
  'Georgia, serif': 'Georgia',
  '"Times New Roman", serif': 'Times',
  'ui-monospace, monospace': 'Monospace',
}

export const corners = {
  '': 'As in Display',
  '0': 'Square',
  '6px': 'Slightly round',
  '10px': 'Round',
  '20px': 'Very round',
}
