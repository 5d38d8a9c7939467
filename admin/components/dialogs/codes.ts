/** The codes of a list as people paste it: lines, commas and quotes of a spreadsheet; each once. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((code) => code.replace(/^["']|["']$/g, ''))
      .filter((code) => code !== ''),
  ),
]
