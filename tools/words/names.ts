// No word in a name may have a private meaning, so that a stack trace can be understood without a dictionary.

import { scanCode } from './scan-code.ts'

const retired: Readonly<Record<string, string>> = {
  agenda: 'schedule',
  carrier: 'transport or channel',
  cured: 're-eligible',
  darkroom: 'image processing',
  fenced: 'scoped',
  flight: 'pipeline or batch',
  ground: 'context, or a fixture in tests',
  lane: 'endpoint queue',
  leash: 'parent watchdog',
  letter: 'email',
  standing: 'status, or existing',
  told: 'notified, sent, or the name of what it holds',
  twins: 'www variants',
}

/** Participles without `-ed`. Nouns such as `Feed` and `Put` are not among them. */
const participles =
  'Acted Taken Left Known Sought Given Made Found Seen Shown Read Written Sent Kept Held Told Lost Gone Done Drawn Chosen Bought Sold Paid Spent Sorted Own Due Unknown Overtaken Missing'
const participle = new RegExp(
  `^(?:${participles.replaceAll(' ', '|')}|(?!Feed$|Need$|Seed$|Speed$|Embed$)[A-Z][a-z]+ed)$`,
)

/** Jobs of the previous release are queued under these ids. An id leaves this list one release after its replacement. */
const acceptedForOneRelease = ['agenda.tick']

export function problemsOfNames(path: string, text: string): string[] {
  if (isFree(path)) return []
  const fileName = path.replace(/^.*\//, '').replace(/\..*$/, '')
  const names = [fileName, ...declaredIn(text), ...jobsAndMetricsIn(path, text)]
  const types = isTested(path) ? typesIn(text).filter((name) => participle.test(name)) : []
  return [
    ...types.map((name) => `${path}: the type ${name} is a bare participle. Add its noun`),
    ...retiredWordsIn(path, names),
  ]
}

const retiredWordsIn = (path: string, names: readonly string[]): string[] =>
  [...new Set(names)].flatMap((name) =>
    retiredIn(name).map((word) => `${path}: ${name} contains "${word}". Use ${retired[word]}`),
  )

/** Types that only a test uses are not checked, because readers see them beside their use. */
const isTested = (path: string): boolean =>
  /^(?:server|admin|widgets|demo)\//.test(path) && !/\.(?:test|testing)\.tsx?$/.test(path)

const typesIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /^\s*(?:export )?(?:declare )?(?:type|interface|class) ([A-Z]\w*)(?=\s*[=<{]|\s+(?:extends|implements)\b)/gm,
    ),
  ].map(([, name = '']) => name)

/** The demo shop's pictures use the retired word `ground`, and this check's own test contains the forbidden words. */
const isFree = (path: string): boolean => /(^|\/)demo\//.test(path) || path === 'tools/check-words.test.ts'

function declaredIn(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/\b(?:const|let|function\*?|class|type|interface) +([A-Za-z_$][\w$]*)/g)].map(
    ([, name = '']) => name,
  )
}

function jobsAndMetricsIn(path: string, text: string): string[] {
  if (!/^server\//.test(path) || !/\bjob\(|\bevident_/.test(text)) return []
  return scanCode(text)
    .filter(({ kind }) => kind === 'string')
    .flatMap(({ text: value, before }) => {
      const isJob = /\bjob\([^()]*\bid:\s*$/.test(before) && !acceptedForOneRelease.includes(value)
      return [...(isJob ? [value] : []), ...(value.match(/\bevident_[a-z_]+/g) ?? [])]
    })
}

const retiredIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => (Object.hasOwn(retired, word) ? word : word.replace(/s$/, '')))
    .filter((word) => Object.hasOwn(retired, word))
