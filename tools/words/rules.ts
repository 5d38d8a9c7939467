import type { Text } from './text.ts'

const openings = 'What|Who|Whose|Whom|Whoever|Whatever|Of|By whom|From whom|Nobody|One that'
const opening = new RegExp(`^(?:${openings})(?![\\w-])`, 'i')

const worn: Readonly<Record<string, string>> = {
  kept: 'stored, cached or retained',
  held: 'stored, owned or locked',
  told: 'notified, reported or sent',
  heard: 'received',
  stands: 'is, exists or applies',
  rests: 'is idle, or depends',
  'flies with': 'is sent with',
  anew: 'again',
  meanwhile: 'the time itself: "during the request"',
  'at once': 'immediately, or together',
  'worked off': 'processed',
  'begins again': 'restarts',
  'comes in': 'arrives',
  'is let in': 'is admitted or authorised',
  whoever: 'the person by role',
  whatever: 'the thing by name',
  'cut into words': 'tokenised',
  'cut into tokens': 'tokenised',
}

/** A path, an identifier or a call such as `held()` is code. */
const wornWord = new RegExp(
  `(?<![\\w/.@#$-])(?:${Object.keys(worn).join('|').replaceAll(' ', '\\s+')})(?![\\w/(=]|-\\w|\\.\\w)`,
  'gi',
)

export function problemsOfText({ kind, text }: Text): string[] {
  const openers = splitSentences(withoutQuotes(text)).flatMap(({ words, isFirst }) => {
    const [found] = opening.exec(words) ?? []
    const isOpening = found !== undefined && (isFirst || /^[A-Z]/.test(found))
    // An error message may ask the reader a question.
    const isQuestion = kind === 'message' && words.endsWith('?')
    return isOpening && !isQuestion ? [`opens with "${found}". Name the thing first`] : []
  })
  const words = [...withoutQuotes(text).matchAll(wornWord)].map(([word]) => {
    const key = word.toLowerCase().replace(/\s+/g, ' ')
    return `contains "${word.replace(/\s+/g, ' ')}". Use ${worn[key]}`
  })
  return [...openers, ...words]
}

/** Backticks and quotation marks quote code or other people's words. */
const withoutQuotes = (text: string): string =>
  text.replace(/\\?`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<!\w)'[^'\n]*'(?!\w)/g, '§')

type Sentence = { words: string; isFirst: boolean }

/** List items and paragraphs begin sentences too. */
function splitSentences(text: string): Sentence[] {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |@\w))/)
    .flatMap((block) =>
      block
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?][)*_]*) /),
    )
    .map((words, index) => ({ words: words.replace(/^(?:[-*+] |\d+\. |@\w+ )|^[\s(*_[]+/g, ''), isFirst: index === 0 }))
}
