// Unused texts are deleted with --write.
import { findFlaws, type Language, languages, readCatalogue, removeTexts } from '../admin/language/catalogue.ts'

const write = process.argv.includes('--write')

const found = (Object.keys(languages) as Language[]).flatMap((language) => {
  const { flaws, leftOver } = findFlaws(readCatalogue(language))
  if (write) removeTexts(language, leftOver)
  return [
    ...flaws.map((flaw) => `${language}: ${flaw}`),
    ...(write
      ? []
      : leftOver.map(({ area, text }) => `${language}/${area}.json: no source uses ${JSON.stringify(text)}`)),
  ]
})

for (const flaw of found.slice(0, 50)) process.stdout.write(`${flaw}\n`)
process.stdout.write(
  found.length ? `\n${found.length} flaws in the translations.\n` : 'Every text is translated into every language.\n',
)
process.exitCode = found.length ? 1 : 0
