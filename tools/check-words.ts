// Forbids words in names that had a private meaning in this code, so that a stack trace needs no dictionary. Checks file
// names and declared names; comments, texts and SQL are free. `problemsOf` is pure.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSources, type Sources } from './check-boundaries.ts'

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

export function problemsOf(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => !isFree(path))
    .flatMap(([path, text]) => {
      const name = path.replace(/^.*\//, '').replace(/\..*$/, '')
      const named = [name, ...declaredIn(text)]
      return [...new Set(named)].flatMap((each) =>
        retiredIn(each).map((word) => `${path}: ${each} contains "${word}". Use ${retired[word]}`),
      )
    })
    .sort()
}

/** The demo shop's pictures have grounds, and this check's own test contains the forbidden words. */
const isFree = (path: string): boolean => /(^|\/)demo\//.test(path) || path === 'tools/check-words.test.ts'

function declaredIn(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/\b(?:const|let|function\*?|class|type|interface) +([A-Za-z_$][\w$]*)/g)].map(
    ([, name = '']) => name,
  )
}

/** `startGround` and `start-ground` are `start` and `ground`. */
const retiredIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => (Object.hasOwn(retired, word) ? word : word.replace(/s$/, '')))
    .filter((word) => Object.hasOwn(retired, word))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = problemsOf(readSources(join(import.meta.dirname, '..')))
  console.log(problems.length > 0 ? problems.join('\n') : 'no retired word is in a name')
  process.exitCode = problems.length > 0 ? 1 : 0
}
