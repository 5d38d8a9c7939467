import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { findProblems, readSources } from './check-boundaries.ts'

const bites = (promise: string, files: Record<string, string>, expected: RegExp) =>
  test(promise, () => {
    const problems = findProblems(new Map(Object.entries(files)))
    assert.equal(problems.length, 1, problems.join('\n') || 'nothing was found')
    assert.match(problems[0] ?? '', expected)
  })

test("the project's code follows the rules", () => {
  const sources = readSources(join(import.meta.dirname, '..'))
  assert.ok(sources.size > 50, 'the sources are found')
  assert.deepEqual(findProblems(sources), [])
})

test('allowed imports cause no problem', () => {
  const files = {
    'server/entry/cli.ts': `import { routes } from '#resources/reviews/routes.ts'\nprocess.env.PORT`,
    'server/platform/process/config.ts': 'process.env.PORT',
    'server/resources/reviews/routes.ts': `import { publish } from './commands.ts'\nimport { sql } from '#platform/db/query.ts'`,
    'server/resources/reviews/commands.ts': `import { insert } from './store.ts'\nimport type { Order } from '#resources/orders/schema.ts'`,
    'server/resources/reviews/store.ts':
      'tx.run(sql`insert into reviews (id) values (1) on conflict (id) do update set id = 2`)',
    'server/resources/reviews/photos/store.ts':
      'tx.run(sql<Row>`update reviews r set photos = 1 where exists (select from orders)`)',
    'server/resources/reviews/reviews.test.ts': `import { start } from '#test/service.ts'\nprocess.env.TEST_CHROMIUM`,
    'server/resources/orders/schema.ts': 'export type Order = {}',
    'server/entry/api.ts': `import { demoStoreRoutes } from '#demo/store/routes.ts'`,
    'demo/load.ts': `import { upsertOrders } from '#resources/orders/commands.ts'\nimport { at } from './random.ts'`,
    'demo/store/store.ts': 'tx.all(sql`select from products`)',
  }
  assert.deepEqual(findProblems(new Map(Object.entries(files))), [])
})

bites(
  "a field's description is in its schema, not in a separate map",
  { 'server/entry/reference/field-texts.ts': `export const texts = {\n  'Review.title': 'Title of the review.',\n}` },
  /field-texts\.ts: 'Review\.title' is a field's text outside its schema/,
)

bites(
  'an area may not import the database with its pools',
  { 'server/resources/reviews/commands.ts': `import type { Db, StoreTx } from '#platform/db/db.ts'` },
  /which reach no pool/,
)
bites(
  'the demo may not import entry',
  { 'demo/load.ts': `import { setup } from '../server/entry/commands/setup.ts'` },
  /the demo is a customer/,
)
bites(
  'an area may not import a higher group',
  { 'server/resources/orders/commands.ts': `import { unlinkOrders } from '#resources/reviews/commands.ts'` },
  /reviews is above shop; publish an event, or let reviews contribute/,
)
bites(
  'an area may not import a higher group for its types',
  { 'server/resources/email/settings/rules.ts': `import type { Connection } from '#resources/connectors/schema.ts'` },
  /shop is above mail/,
)
bites(
  'every area has a group',
  { 'server/resources/surveys/rules.ts': 'export const least = 1' },
  /the area surveys has no group/,
)
bites(
  'a store file with a prefix in its name is closed to other areas too',
  { 'server/resources/reviews/commands.ts': `import { insert } from '#resources/orders/listing/view-store.ts'` },
  /another area's store.ts is its own affair/,
)
bites(
  "the demo may not use an area's store",
  { 'demo/load.ts': `import { insert } from '#resources/orders/store.ts'` },
  /its own affair/,
)
bites(
  'the demo may not import the database with its pools',
  { 'demo/load.ts': `import type { Db } from '#platform/db/db.ts'` },
  /which reach no pool/,
)
bites(
  'only entry may import the demo',
  { 'server/resources/health/routes.ts': `import { goods } from '#demo/goods.ts'` },
  /only entry knows/,
)
bites(
  'platform may not import resources',
  { 'server/platform/mail/mail.ts': `import { x } from '#resources/reviews/rules.ts'` },
  /platform is handed/,
)
bites(
  'an import by relative path is checked too',
  { 'server/platform/db/db.ts': `export { x } from '../../resources/reviews/schema.ts'` },
  /platform is handed/,
)
bites(
  'multi-line and dynamic imports are checked',
  {
    'server/platform/mail/mail.ts': `import {\n  one,\n  two,\n} from '#integrations/shop.ts'`,
    'server/integrations/a.ts': '',
  },
  /platform is handed/,
)
bites(
  'nothing imports entry',
  { 'server/resources/reviews/routes.ts': `await import('../../entry/api.ts')` },
  /nothing imports entry/,
)
bites(
  'integrations may not import resources',
  { 'server/integrations/shop.ts': `import type { Review } from '#resources/reviews/schema.ts'` },
  /no product rules/,
)
bites(
  'a store may not import its commands',
  { 'server/resources/reviews/store.ts': `import { publish } from './commands.ts'` },
  /only point down/,
)
bites(
  'rules may not import the store',
  { 'server/resources/reviews/rules.ts': `import type { Row } from './store.ts'` },
  /only point down/,
)
bites(
  "another area's store cannot be imported",
  { 'server/resources/reviews/routes.ts': `import { list } from '#resources/orders/store.ts'` },
  /its own affair/,
)
bites(
  'no resource imports the database driver',
  { 'server/resources/reviews/store.ts': `import { Pool } from 'pg'` },
  /through #platform\/db only/,
)
bites(
  'only entry and config read the environment',
  { 'server/platform/mail/mail.ts': 'process.env.SMTP_URL' },
  /process\.env/,
)
bites('SQL is only in store.ts', { 'server/resources/reviews/commands.ts': 'tx.run(sql`select 1`)' }, /move SQL/)
bites('a query builder counts as SQL', { 'server/resources/reviews/routes.ts': `qb.selectFrom('reviews')` }, /move SQL/)
bites(
  'two folders may not write the same table',
  {
    'server/resources/reviews/store.ts': 'sql`\n  insert into reviews (id) values (1)`',
    'server/resources/imports/store.ts': 'sql`with moved as (update reviews as r set rating = 1 returning 1) select`',
  },
  /table reviews is written by server\/resources\/imports\/store.ts and server\/resources\/reviews\/store.ts/,
)
bites(
  'a query builder counts as a writer',
  {
    'server/resources/orders/store.ts': `qb.deleteFrom('orders')`,
    'server/platform/audit/store.ts': 'sql`delete from orders where true`',
  },
  /table orders/,
)
bites(
  'a folder of the kernel may not import a higher one',
  { 'server/platform/db/db.ts': `import { Job } from '../jobs/jobs.ts'` },
  /the room jobs is above db/,
)
bites('the kernel has no file outside its folders', { 'server/platform/mail.ts': '' }, /has only the folders/)
bites('a new folder of the kernel must be listed', { 'server/platform/weather/rain.ts': '' }, /has only the folders/)
bites(
  'only entry may import the reference',
  { 'server/platform/mcp/tools.ts': `import { buildOpenApi } from '#reference/openapi.ts'` },
  /only entry reads the reference/,
)
bites(
  'the reference may import only the kernel',
  { 'server/reference/openapi.ts': `import { Review } from '#resources/reviews/schema.ts'` },
  /reads the kernel only/,
)
bites(
  'a folder such as utils or helpers is refused',
  { 'server/platform/values/utils/dates.ts': '' },
  /"utils" says nothing/,
)
bites('no barrel', { 'server/resources/reviews/index.ts': '' }, /no barrels/)
bites(
  'two areas may not import each other',
  {
    'server/resources/reviews/routes.ts': `import type { A } from '#resources/review-incentives/schema.ts'`,
    'server/resources/review-incentives/routes.ts': `import type { B } from '#resources/reviews/schema.ts'`,
  },
  /a cycle of areas: reviews → review-incentives → reviews/,
)
bites(
  'two files may not import each other',
  {
    'server/platform/values/a.ts': `import { b } from './b.ts'`,
    'server/platform/values/b.ts': `import { a } from './a.ts'`,
  },
  /a cycle of files/,
)
bites(
  'a type import counts as a cycle too',
  {
    'server/platform/values/a.ts': `import type { B } from './b.ts'`,
    'server/platform/values/b.ts': `import { a } from './a.ts'`,
  },
  /a cycle of files/,
)
bites(
  'a file without a role in its name has the highest role that it imports',
  {
    'server/resources/reviews/rules.ts': `import { summary } from './summary.ts'`,
    'server/resources/reviews/summary.ts': `import { counts } from './counts.ts'`,
    'server/resources/reviews/counts.ts': `import { count } from './store.ts'`,
  },
  /rules.ts imports server\/resources\/reviews\/summary.ts: imports only point down/,
)
bites(
  "a store may not use another area's commands",
  { 'server/resources/reviews/store.ts': `import { find } from '#resources/orders/commands.ts'` },
  /only point down/,
)
bites(
  'other files of another area cannot be imported',
  {
    'server/resources/imports/commands.ts': `import { fold } from '#resources/reviews/folding.ts'`,
    'server/resources/reviews/commands.ts': '',
  },
  /its own affair/,
)
bites(
  'a folder and its subfolder may not import each other within one role',
  {
    'server/resources/reviews/commands.ts': `import { addPhotos } from './photos/commands.ts'`,
    'server/resources/reviews/photos/commands.ts': `import { find } from '../read-review.ts'`,
    'server/resources/reviews/read-review.ts': `import { find } from '#resources/orders/commands.ts'`,
  },
  /a cycle of folders/,
)
bites(
  'folders of the admin application may not import each other',
  {
    'admin/shell/Navigation.tsx': `import { useCounts } from '../pages/reviews/counts.ts'`,
    'admin/pages/reviews/counts.ts': `import type { Store } from '../../shell/use-store.ts'`,
  },
  /a cycle of folders/,
)
bites(
  'folders of the kernel may not import each other',
  {
    'server/platform/files/storage/media.ts': `import { readPhotoKey } from '../images/keys.ts'`,
    'server/platform/files/images/images.ts': `import type { Storage } from '../storage/storage.ts'`,
  },
  /a cycle of folders/,
)
bites(
  'the admin application imports only types from the server',
  { 'admin/api/reviews/reviews.ts': `import { Review } from '../../../server/resources/reviews/schema.ts'` },
  /wire types only/,
)
bites(
  'a widget may import only wire types',
  { 'widgets/reviews/feed.ts': `import type { Row } from '../../server/resources/reviews/store.ts'` },
  /wire types only/,
)
bites(
  'no kernel folder may import http',
  { 'server/platform/limits/spend.ts': `import { createProxies } from '../http/proxies.ts'` },
  /the room http is above limits/,
)
