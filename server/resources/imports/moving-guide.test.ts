import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { readGuide } from '#test/snippets.ts'
import { importFile, listImportedReviews, sample, sellSamples } from './imports.testing.ts'
import { normaliseColumn } from './vendors/fields.ts'
import type { Format } from './vendors/format.ts'
import { judgeMe, judgeMeExport } from './vendors/judge-me.ts'
import { looxExport, looxImport } from './vendors/loox.ts'
import { okendoExport, okendoImport } from './vendors/okendo.ts'
import { stamped } from './vendors/others.ts'
import { yotpo } from './vendors/yotpo.ts'

const platforms: Record<string, { formats: Format[]; file: string; rows: number; replies: number; source: string }> = {
  'Judge.me': {
    formats: [judgeMeExport, judgeMe],
    file: 'judge-me-export.csv',
    rows: 2,
    replies: 1,
    source: 'judge_me',
  },
  Yotpo: { formats: [yotpo], file: 'yotpo-export.csv', rows: 2, replies: 1, source: 'yotpo' },
  Loox: { formats: [looxExport, looxImport], file: 'loox-import.csv', rows: 2, replies: 1, source: 'loox' },
  Okendo: { formats: [okendoExport, okendoImport], file: 'okendo-import.csv', rows: 2, replies: 0, source: 'okendo' },
  Stamped: { formats: [stamped], file: 'stamped.csv', rows: 2, replies: 0, source: 'stamped' },
}

const guide = readGuide('moving')
const findSection = (name: string) => guide.split(/^## /m).find((each) => each.startsWith(`${name}\n`)) ?? ''
const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => normaliseColumn(code)).sort()

describe('the moving guide', () => {
  for (const [name, { formats }] of Object.entries(platforms))
    test(`the moving guide names every column of ${name} that is read or skipped`, () => {
      const section = findSection(name)
      const cells = [...section.matchAll(/^\| (`.*`) \| [^|]+ \|$/gm)].map(([, cell = '']) => cell)
      const read = new Set(formats.flatMap(({ fields }) => Object.values(fields).flat()))
      assert.deepEqual(codesIn(cells.join(' ')), [...read].sort())
      const ignored = new Set(formats.flatMap(({ ignored: left = [] }) => left).filter((column) => !read.has(column)))
      assert.deepEqual(codesIn(/^Left behind: (.*)$/m.exec(section)?.[1] ?? ''), [...ignored].sort())
    })
})

describe('the contract that every platform fulfils', () => {
  let service: TestService
  let shop: Shop
  before(async () => {
    service = await startService({ now: new Date('2026-06-01T00:00:00Z'), env: { DNS_SERVERS: '127.0.0.1:9' } })
    shop = await service.shop()
    await sellSamples(shop)
  })
  after(() => service.close())

  for (const [name, { file, rows, replies, source }] of Object.entries(platforms))
    test(`${name} imports public answers, ignores verified marks, and approves no review automatically`, async () => {
      const done = await importFile(service, shop.api, sample(file))
      assert.deepEqual([done.status, done.imported, done.failed], ['completed', rows, 0], JSON.stringify(done))
      const reviews = (await listImportedReviews(shop.api)).filter((each: { importedFrom: string }) =>
        each.importedFrom.startsWith(source),
      )
      assert.equal(reviews.length, rows)
      assert.ok(reviews.every(({ verified }: { verified: boolean }) => !verified))
      assert.ok(reviews.every(({ status }: { status: string }) => status !== 'approved'))
      assert.equal(reviews.filter(({ reply }: { reply: unknown }) => reply !== null).length, replies)
    })
})
