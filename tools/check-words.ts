// `findProblems` is pure. CONTRIBUTING.md explains the rules.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sources } from './check-boundaries.ts'
import { findTexts } from './words/find-texts.ts'
import { problemsOfNames } from './words/names.ts'
import { problemsOfText } from './words/rules.ts'

/** Databases record the digests of migrations up to this one, so their comments cannot change. */
const lastUncheckedMigration = '0501'

export function findProblems(sources: Sources): string[] {
  return [...sources]
    .flatMap(([path, text]) => [
      ...(/\.tsx?$/.test(path) ? problemsOfNames(path, text) : []),
      ...(hasFreeTexts(path) ? [] : problemsOfTexts(path, text)),
    ])
    .sort()
}

function problemsOfTexts(path: string, text: string): string[] {
  return findTexts(path, text).flatMap((each) =>
    problemsOfText(each).map((problem) => `${path}:${each.line}: ${each.kind} ${problem}`),
  )
}

function hasFreeTexts(path: string): boolean {
  const [, migration] = /^migrations\/(\d+)/.exec(path) ?? []
  return migration !== undefined && migration <= lastUncheckedMigration
}

export function readTexts(root: string): Sources {
  const folders =
    'admin,bench,bin,client,demo,deploy,docs,findings,integrations,migrations,plugins,server,test,tools,widgets'
  const endings = 'ts,tsx,mjs,cjs,js,css,sql,sh,yml,yaml,conf,md'
  const loose = ['*.md', 'compose.yaml', 'Dockerfile', '.ci/*', 'locales/*.ts', 'locales/en/*.json']
  const paths = globSync([`{${folders}}/**/*.{${endings}}`, ...loose], { cwd: root })
  const own = paths.filter((path) => !/node_modules|(^|\/)dist\/|\.generated\.|^CHANGELOG\.md$/.test(path))
  return new Map(own.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = findProblems(readTexts(join(import.meta.dirname, '..')))
  console.log(problems.length > 0 ? problems.join('\n') : 'names and texts follow the rules of words')
  process.exitCode = problems.length > 0 ? 1 : 0
}
