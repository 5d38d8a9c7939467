/**
 * stopword 3.1.5 lists these as stop words. Swedish drops "bra" (good) but not "dålig" (bad), so good reviews would look
 * negative.
 */
export const opinionWords: Readonly<Record<string, readonly string[]>> = {
  cs: ['dobrý', 'nový'],
  da: ['god', 'godt', 'lille', 'ny', 'nyt', 'stor', 'store'],
  de: [
    ...['besser', 'groß', 'grosse', 'große', 'großer', 'gut', 'gute', 'guter', 'gutes', 'kleine', 'kleiner', 'kleines'],
    ...['kurz', 'lang', 'lange', 'leicht', 'neue', 'schlecht'],
  ],
  hu: ['jó', 'jól', 'nagy', 'új'],
  pl: ['dobrze'],
  ro: ['bine', 'bună'],
  ru: ['лучше'],
  sv: [
    ...['bra', 'bäst', 'bättre', 'god', 'goda', 'gott', 'liten', 'lätt', 'länge', 'små', 'stor', 'stora'],
    ...['större', 'sämre'],
  ],
  tr: ['iyi'],
}
