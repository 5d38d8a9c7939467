/** Escapes `<`, which could close the `<script>`, and other special characters. JSON has them only inside strings. */
export const writeJsonLd = (value: object): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
