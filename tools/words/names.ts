// Words in names that had a private meaning in this code, so that a stack trace needs no dictionary. Checks names of
// files, declared names, ids of jobs and names of metrics.

import { scanCode } from './scan-code.ts'

/** Retired words with their replacements. */
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

/** Jobs of the release before are queued under these ids. An id leaves this list one release after its replacement. */
const acceptedForOneRelease = ['agenda.tick']

export function problemsOfNames(path: string, text: string): string[] {
  if (isFree(path)) return []
  const fileName = path.replace(/^.*\//, '').replace(/\..*$/, '')
  const names = [fileName, ...declaredIn(text), ...jobsAndMetricsIn(path, text)]
  return [...new Set(names)].flatMap((name) =>
    retiredIn(name).map((word) => `${path}: ${name} contains "${word}". Use ${retired[word]}`),
  )
}

/** The demo shop's pictures have grounds, and this check's own test contains the forbidden words. */
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

/** `startGround` and `start-ground` are `start` and `ground`. */
const retiredIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => (Object.hasOwn(retired, word) ? word : word.replace(/s$/, '')))
    .filter((word) => Object.hasOwn(retired, word))
