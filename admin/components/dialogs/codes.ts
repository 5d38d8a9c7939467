export const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((code) => code.replace(/^["']|["']$/g, ''))
      .filter((code) => code !== ''),
  ),
]
