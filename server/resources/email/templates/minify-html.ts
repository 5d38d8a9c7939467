/** What the MJML compiler writes, without its indentation: a third of it, and mail programs cut what is long. */
export const minifyHtml = (html: string): string =>
  html
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    // The compiler's white shows on a dark background in programs that ignore `display`.
    .replaceAll(
      'display:none;font-size:1px;color:#ffffff;',
      'display:none;visibility:hidden;mso-hide:all;font-size:1px;color:transparent;',
    )
    // The compiler writes the direction into every cell; ours is known when the mail is.
    .replaceAll('direction:ltr', 'direction:{{ dir }}')
