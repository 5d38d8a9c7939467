/** Text with a first capital, for the start of a line or cell. */
export const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
