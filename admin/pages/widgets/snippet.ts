import type { Widget } from './widgets.ts'

export const platforms = { html: 'HTML', shopify: 'Shopify', woocommerce: 'WooCommerce' }
export type Platform = keyof typeof platforms

export type SnippetChoice = {
  about?: string | undefined
  /** Default: the product of the page, or for store-wide widgets all products. */
  subject?: 'product' | 'shop' | undefined
  /** Id of the product in the shop. Only pages without template variables need it. */
  product?: string | undefined
  attributes: Readonly<Record<string, string>>
  properties: Readonly<Record<string, string>>
}

type Place = { origin: string; store: string }

export const isOfShop = ({ ofShop }: Widget, { subject }: SnippetChoice): boolean =>
  ofShop === true && subject === 'shop'

export const isOfProduct = (widget: Widget, chosen: SnippetChoice): boolean =>
  !isOfShop(widget, chosen) &&
  (widget.about === 'product' || (widget.about === 'store' && chosen.subject === 'product'))

export function buildSnippet(widget: Widget, chosen: SnippetChoice, platform: Platform, place: Place): string {
  if (platform === 'woocommerce') return renderWoo(widget, chosen, place)
  const own = platform === 'html' && chosen.product ? { product: escaped(chosen.product) } : {}
  return renderHtml(widget, chosen, place, { ...ids[platform], ...own })
}

type Ids = { product: string; category?: string }

const ids: Record<Platform, Ids> = {
  html: { product: 'PRODUCT_ID', category: 'CATEGORY_ID' },
  shopify: { product: '{{ product.id }}', category: '{{ collection.id }}' },
  woocommerce: { product: '<?php echo esc_attr( $evident_id ); ?>' },
}

function renderHtml(
  widget: Widget,
  chosen: SnippetChoice,
  { origin, store }: Place,
  { product, category }: Ids,
): string {
  const { script, element } = widget
  const inCategory = category ? ` data-category="${category}"` : ''
  const about = element ? '' : ` data-product="${product}"${inCategory}`
  const lines = [
    `<script type="module" src="${origin}/widgets/v1/${script}.js" data-store="${store}"${about}></script>`,
  ]
  if (!element) return lines.join('\n')
  const style = buildRules(element, widget, chosen)
  if (style) lines.push(`<style>${style}</style>`)
  const subject = renderAbout(widget, chosen, product)
  const attributes = Object.entries(pickAttributes(chosen)).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  lines.push(`<${element}${subject}${attributes.join('')}></${element}>`)
  return lines.join('\n')
}

/**
 * A widget of a product uses a hook of the product page. A floating widget is added at the end of the page. All
 * others use a shortcode.
 */
function renderWoo(widget: Widget, chosen: SnippetChoice, place: Place): string {
  const { hook, element } = widget
  const lines = renderHtml(widget, chosen, place, ids.woocommerce)
    .split('\n')
    .map((line) => `\t${line}`)
  if (widget.floats)
    return `add_action( 'wp_footer', function () {
${isOfProduct(widget, chosen) ? '\tif ( ! is_product() ) return;\n\t$evident_id = get_queried_object_id();\n' : ''}\t?>
${lines.join('\n')}
\t<?php
} );`
  if (hook && isOfProduct(widget, chosen))
    return `add_action( '${hook}', function () {
\tglobal $product;
\t$evident_id = $product->get_id();
\t?>
${lines.join('\n')}
\t<?php
}, 15 );`
  if (!element)
    return `add_action( 'wp_footer', function () {
\t$evident_id = is_product() ? get_queried_object_id() : '';
\t?>
${lines.join('\n')}
\t<?php
} );`
  const name = element.replaceAll('-', '_')
  return `// Then write [${name}] where the widget should appear.
add_shortcode( '${name}', function () {
\tob_start();
\t?>
${lines.join('\n')}
\t<?php
\treturn ob_get_clean();
} );`
}

function renderAbout(widget: Widget, chosen: SnippetChoice, product: string): string {
  if (isOfShop(widget, chosen)) return ' subject="shop"'
  if (isOfProduct(widget, chosen)) return ` product="${product}"`
  return widget.about === 'gallery' ? ` gallery="${escaped(chosen.about ?? 'GALLERY_ID')}"` : ''
}

function buildRules(
  element: string,
  { minHeight, narrowMinHeight, width }: Widget,
  { properties }: SnippetChoice,
): string {
  const reserved = minHeight ? ['display: block;', `min-height: ${minHeight};`] : []
  if (width) reserved[0] = `display: inline-block; vertical-align: top; width: ${width};`
  const declared = [...reserved, ...Object.entries(said(properties)).map(([name, value]) => `${name}: ${value};`)]
  if (declared.length === 0) return ''
  const narrow = narrowMinHeight ? ` @media (max-width: 40em) { ${element} { min-height: ${narrowMinHeight}; } }` : ''
  return `${element} { ${declared.join(' ')} }${narrow}`
}

export const pickAttributes = ({ attributes }: SnippetChoice): Record<string, string> => said(attributes)

const said = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  )

/** Liquid and PHP parse the code before HTML, so their delimiters are escaped. */
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('{', '&#123;')
    .replaceAll('}', '&#125;')
