// Every language must send exactly what curl sends. Each example runs as printed, in the languages that are installed.
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Example, inEveryLanguage, languages } from '#reference/docs/examples/languages.ts'
import { areaPages } from '#reference/docs/reference/area-pages.ts'
import { languagesHere, runPrograms } from '#test/programs.ts'

const root = join(import.meta.dirname, '../..')
const document = JSON.parse(readFileSync(join(root, 'contracts/openapi.json'), 'utf8'))
/** Guides print the first one, and the reference prints the address of the installation. */
const printedOrigins = ['http://127.0.0.1:8080', new URL(document.servers[0].url).origin]
const parseBlocks = (text: string) => [...text.matchAll(/^```bash\n([\s\S]*?)\n```$/gm)].map(([, code = '']) => code)
const inLanguages = (codes: readonly string[]) => codes.map(inEveryLanguage).filter((examples) => examples.length > 1)

const ofReference = inLanguages(
  areaPages(document).flatMap((page) => page.calls().flatMap(({ request }) => parseBlocks(request))),
)
const ofGuides = inLanguages(
  globSync('docs/guides/*.md', { cwd: root }).flatMap((path) => parseBlocks(readFileSync(join(root, path), 'utf8'))),
)

type Heard = { call: string; headers: Record<string, unknown>; body: unknown }
let heard: Heard[] = []
let server: Server
let base: string
const folder = mkdtempSync(join(tmpdir(), 'evident-examples-'))

before(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { authorization, cookie, origin, 'content-type': type, 'x-store-env-id': store } = request.headers
      const text = Buffer.concat(chunks).toString()
      const isJson = type === 'application/json'
      heard.push({
        call: `${request.method} ${request.url}`,
        // Some languages send a body without a content type as a form, so only an explicit type is compared.
        headers: { authorization, cookie, origin, store, ...(text && { type }) },
        body: isJson && text ? JSON.parse(text) : text,
      })
      response.setHeader('connection', 'close').setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: 'kept', url: 'kept', data: [{ id: 'kept' }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  for (const name of ['file.csv', 'store.zip', 'photo.jpg', 'report.eml', 'mug.png'])
    writeFileSync(join(folder, name), name)
})
after(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function runExamples(language: string, examples: readonly Example[][]): Promise<Heard[]> {
  const codes = examples.map((each) => each.find((example) => example.language === language)?.code ?? '')
  const names = examples.flatMap(([curl]) => curl?.code.match(/\$[A-Z_]+/g) ?? []).map((name) => name.slice(1))
  const values = Object.fromEntries(names.map((name) => [name, `${name.toLowerCase()}-value`]))
  heard = []
  await runPrograms(
    language,
    codes.map((code) =>
      printedOrigins.reduce((text, origin) => text.replaceAll(origin, base.replace('/api/v1', '')), code),
    ),
    {
      folder,
      env: { ...values, BASE: base, FEED: `${base}/feed`, STORE: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01' },
    },
  )
  return heard
}

test('every operation has an example in each language', () => {
  const operations = Object.values(document.paths as Record<string, object>).flatMap(Object.keys)
  assert.equal(ofReference.length, operations.length)
  for (const examples of [...ofReference, ...ofGuides])
    assert.deepEqual(
      examples.map(({ language }) => language),
      [...languages.keys()],
    )
})

const canAsk = ['bash', 'ts', 'python'].filter((language) => !languagesHere.has(language))
test("the languages that every developer's machine has are tested", () => assert.deepEqual(canAsk, []))

for (const [what, examples] of [
  ['the guides', ofGuides],
  ['the reference', ofReference],
] as const) {
  let sentByCurl: Heard[]
  test(`curl sends every example of ${what}`, async () => {
    sentByCurl = await runExamples('bash', examples)
    assert.equal(sentByCurl.length, examples.length)
  })
  for (const language of [...languages.keys()].filter((each) => each !== 'bash'))
    test(`${languages.get(language)} sends what curl sends, in ${what}`, {
      skip: !languagesHere.has(language) && 'not installed',
    }, async () => {
      // Go takes a second to compile each program.
      const some = language === 'go' ? examples.filter((_, at) => at % 20 === 0) : examples
      const sent = await runExamples(language, some)
      const expected = some === examples ? sentByCurl : sentByCurl.filter((_, at) => at % 20 === 0)
      assert.equal(sent.length, expected.length)
      for (const [at, call] of expected.entries())
        assert.deepEqual(sent[at], call, some[at]?.find((each) => each.language === language)?.code ?? language)
    })
}
