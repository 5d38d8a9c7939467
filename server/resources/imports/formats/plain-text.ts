import { plainTextOf } from '#integrations/shops/fields.ts'

// Exports of web shops write texts as they stand in a page: WooCommerce with `<br />` and `&#8217;`, Yotpo with `&quot;`.

const markup =
  /&(?:amp|lt|gt|quot|apos|nbsp|[a-z]{1,8}uml|szlig|eacute|egrave|hellip|ndash|mdash|[lr][sd]quo|#\d{1,7}|#x[\da-f]{1,6});|<\/?(?:br|p|div|strong|em|b|i|a|span|ul|ol|li|blockquote|h[1-6])(?:\s[^<>]*)?\/?>/i

/** The text as a reader of the page saw it. A text without markup is not touched. */
export const asRead = (text: string): string => (markup.test(text) ? (plainTextOf(text) ?? '') : text)
