// JSON-LD as it may stand in a page.

/** Within a `<script>`, `<` alone can end it; JSON can always do without. */
export const writeJsonLd = (value: object): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
