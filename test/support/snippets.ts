// Runs a guide's code as its reader would, in each language: copied from the page, with one call added below it.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

export const readGuide = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs/guides', `${name}.md`), 'utf8')

/** Returns the first code block that has this fence text and matches `naming`. */
export function findSnippet(guide: string, fence: string, naming = /./): string {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  )
  return blocks.find((code) => naming.test(code)) ?? assert.fail(`no ${fence} in the guide`)
}

const programs = {
  js: { program: process.execPath, ending: 'mjs' },
  ts: { program: process.execPath, ending: 'mts' },
  python: { program: 'python3', ending: 'py' },
  ruby: { program: 'ruby', ending: 'rb' },
  php: { program: 'php', ending: 'php' },
  go: { program: 'go', ending: 'go' },
}
export type Language = keyof typeof programs

export const asProgram = (language: Language, code: string): string =>
  language === 'go'
    ? code.replace(/^package \w+/, 'package main').replace(
        'import (',
        `import (\n${['encoding/json', 'fmt', 'os']
          .filter((name) => !code.includes(`"${name}"`) && code.includes(`${name.split('/').pop()}.`))
          .map((name) => `\t"${name}"\n`)
          .join('')}`,
      )
    : code

/** The test is skipped if the language is not installed. */
export function testSnippet(
  name: string,
  language: Language,
  code: string,
  check: (run: (...words: string[]) => string) => void,
): void {
  const { program, ending } = programs[language]
  const isHere = spawnSync(program, [language === 'go' ? 'version' : '--version']).status === 0
  test(name, { skip: !isHere && 'not installed' }, () => {
    const path = join(mkdtempSync(join(tmpdir(), 'evident-snippet-')), `snippet.${ending}`)
    writeFileSync(path, language === 'php' && !code.startsWith('<?php') ? `<?php\n${code}\n` : `${code}\n`)
    // Ruby reads arguments in the machine's locale. Some locales do not support every character.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    const run = language === 'go' ? ['run', path] : [path]
    check((...words) => execFileSync(program, [...run, ...words], { encoding: 'utf8', env }))
  })
}
