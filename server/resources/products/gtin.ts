// Judges GTINs: length, check digit and the number ranges that never name a product on open sale.
// Owns no storage: identifiers are kept as sent, and judged where coverage and the feed read them.
// Refuses ISBN-10 and UPC-E, which have to be expanded before they are GTINs.

const separators = /[\s\u200B\u2060\uFEFF\-\u2010-\u2015\u2212]+/g
const lengths = /^(?:\d{8}|\d{12,14})$/

// GS1 prefixes of the 13-digit form, as the shopping engine refuses them too: 02, 04 and 2 circulate inside one
// shop or region only, 05 and 981-984 and 99 are coupons, 980 a refund receipt. Such a number says nothing outside
// the till that printed it, so counting it as an identifier would promise a match that cannot happen.
// Unassigned prefixes pass: GS1 hands out new ones, and a list of today would silently drop tomorrow's products.
const restricted = /^(?:0[245]|2|98[0-4]|99)/
// In the 8-digit form the prefixes 0 and 2 are for use inside a company; 0 is also how a UPC-E code begins.
const restrictedShort = /^[02]/

/** True when the text is a GTIN-8, -12, -13 or -14 (ISBN-13 included) that can identify a product anywhere. */
export function isValidGtin(text: string): boolean {
  return normalGtin(text) !== null
}

/** The digits of a valid GTIN without spaces and hyphens, or null. Leading zeros stay as they were sent. */
export function normalGtin(text: string): string | null {
  // The longest form is 14 digits; a far longer text is no typo of one and is not worth reading.
  if (text.length > 64) return null
  const digits = text.replace(separators, '')
  if (!lengths.test(digits) || checkDigit(digits.slice(0, -1)) !== digits.at(-1)) return null
  return isRestricted(digits) ? null : digits
}

/** The digit that completes a GTIN of which everything but the last digit is given. */
export function checkDigit(body: string): string {
  // Weights alternate 3, 1 from the right, so one loop serves all lengths.
  let sum = 0
  for (let index = body.length - 1, weight = 3; index >= 0; index--, weight = 4 - weight) {
    sum += weight * (body.charCodeAt(index) - 48)
  }
  return String((10 - (sum % 10)) % 10)
}

function isRestricted(digits: string): boolean {
  const padded = digits.padStart(14, '0')
  // Six leading zeros are a GTIN-8 written long: no company prefix of the longer forms starts that way.
  if (padded.startsWith('000000')) return restrictedShort.test(padded.slice(6))
  // The first of 14 digits tells the packaging level and belongs to no prefix.
  return restricted.test(padded.slice(1))
}
