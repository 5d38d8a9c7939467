/** Removes the MJML compiler's indentation, a third of its output, because mail programs truncate long mails. */
export const minifyHtml = (html: string): string =>
  html
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    // The compiler's white text shows on dark backgrounds in programs that ignore `display`.
    .replaceAll(
      'display:none;font-size:1px;color:#ffffff;',
      'display:none;visibility:hidden;mso-hide:all;font-size:1px;color:transparent;',
    )
    // The compiler writes a fixed direction into every cell, but each mail has its own direction.
    .replaceAll('direction:ltr', 'direction:{{ dir }}')
