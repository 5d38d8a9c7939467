import { plainTextOf } from '#integrations/shops/fields.ts'

// Shop exports contain HTML of the page: WooCommerce `<br />` and `&#8217;`, Yotpo `&quot;`.

const markup =
  /&(?:amp|lt|gt|quot|apos|nbsp|[a-z]{1,8}uml|szlig|eacute|egrave|hellip|ndash|mdash|[lr][sd]quo|#\d{1,7}|#x[\da-f]{1,6});|<\/?(?:br|p|div|strong|em|b|i|a|span|ul|ol|li|blockquote|h[1-6])(?:\s[^<>]*)?\/?>/i

/** The text as shown on the page. Text without markup stays unchanged. */
export const asRead = (text: string): string => (markup.test(text) ? (plainTextOf(text) ?? '') : text)
