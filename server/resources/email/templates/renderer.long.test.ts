import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { assertWrong, at, inStore, render, requestSample, startTemplates } from './templates.testing.ts'

const setup = startTemplates()

const loop = (count: number, inside: string) => `{% for i in (1..${count}) %}${inside}{% endfor %}`
const doubled = (times: number) => '{% assign x = x | append: x %}'.repeat(times)
const each = (source: string) => ({ subject: source, preheader: source, heading: source, body: source })

const attacks: Record<string, object> = {
  'numbers in every part': each(loop(90_000, '{{ i | number }}')),
  'plurals in every part': each(loop(90_000, '{{ i | plural: one: "", other: "" }}')),
  'loops in loops': each(loop(400, loop(400, ''))),
  'a text that doubles': { body: `{% assign x = "xxxxxxxxxxxxxxxx" %}${doubled(40)}{{ x }}` },
  'a list of one long text, a thousand times': {
    body: `{% assign x = "xxxxxxxxxxxxxxxx" %}${doubled(15)}{% assign l = x | split: "," %}${'{% assign l = l | concat: l %}'.repeat(11)}{{ l }}{{ l | upcase }}{{ l | escape }}`,
  },
  'a text that every replacement makes longer': {
    body: `{% assign x = "${'a'.repeat(1000)}" %}${loop(40, '{% assign x = x | replace: "a", "aa" %}')}{{ x }}`,
  },
  'sorting without end': {
    body: `{% assign l = (1..90000) %}${loop(2000, '{% assign m = l | sort | reverse | uniq %}')}`,
  },
  'a search that looks again at every sign': {
    body: loop(3000, `{{ "${' '.repeat(4000)}x" | squish | rstrip | truncate: 3000 }}`),
  },
  'captures in captures': {
    body: `${'{% capture a %}'.repeat(20)}${loop(50_000, 'x{{ a }}')}${'{% endcapture %}'.repeat(20)}`,
  },
  'a layout of unclosed blocks': { mjml: `<mjml><mj-body>${'{{ "'.repeat(20_000)}` },
}

/** Returns the processor time of the main thread alone, and the time during which it was blocked, in milliseconds. */
async function measured<T>(work: () => Promise<T>): Promise<T & { spentMs: number; stillMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const before = process.threadCpuUsage()
  delay.enable()
  const done = await work()
  delay.disable()
  const { user, system } = process.threadCpuUsage(before)
  return { ...done, spentMs: (user + system) / 1000, stillMs: delay.max / 1e6 }
}

test('no template blocks the main thread, and excessive ones are refused with a reason', async () => {
  const { shop } = setup
  // The first request loads all modules, so that the measurements exclude loading.
  await shop.api.post('/email/templates/review_request/preview', { draft: { body: 'x' } })
  for (const [name, draft] of Object.entries(attacks)) {
    const path = '/email/templates/review_request/preview'
    const { status, body, spentMs } = await measured(() => shop.api.post(path, { draft }))
    assert.equal(status, 400, name)
    assert.equal(body.code, 'validation_failed', name)
    assert.match(body.details[0].message, /[a-z]{2}/, name)
    // Each attack formerly took seconds on the main thread, and the first attack took eighteen. Checking a request takes a
    // few milliseconds.
    assert.ok(spentMs < 500, `${name}: ${spentMs} ms of the main thread`)
  }
})

test('saving a template and sending a test mail have the same limits', async () => {
  const { shop } = setup
  const slow = attacks['numbers in every part']
  assertWrong(await shop.api.put(at('review_request', 'en'), slow), '', /takes too long, or makes too much/)
  const asked = { to: shop.ownerEmail, draft: slow }
  assertWrong(await shop.api.post('/email/templates/review_request/test', asked), '/draft', /takes too long/)
  assert.equal((await shop.api.get(at('review_request', 'en'))).body.customized, false)
})

test('twenty-two parallel invalid previews of one store leave a worker thread for other stores', async () => {
  const { shop, other } = setup
  await other.api.put(at('review_request', 'en'), { subject: 'Of {{ store.name }}' })
  const path = '/email/templates/review_request/preview'
  let left = 22
  const attack = Array.from({ length: left }, async () => {
    const answer = await shop.api.post(path, { draft: attacks['numbers in every part'] })
    left--
    return answer
  })
  const subjects: string[] = []
  for (let i = 0; i < 20; i++) subjects.push((await render(setup, other)).subject)
  assert.ok(subjects.every((subject) => subject.startsWith('Of ')))
  assert.ok(left > 10, `all of the attack but ${left} went before twenty mails of another store`)
  const statuses = (await Promise.all(attack)).map(({ status }) => status)
  assert.ok(statuses.every((status) => status === 400 || status === 503))
  assert.ok(statuses.filter((status) => status === 400).length >= 20)
})

test('texts that exceed limits are replaced by built-in ones, and end only one worker thread', async () => {
  const shop = await setup.service.shop()
  await shop.api.put(at('review_request', 'en'), { subject: 'Mine' })
  const subject = loop(90_000, '{{ i | number }}{{ i | number }}')
  await inStore(
    setup,
    shop,
    (tx) =>
      tx.run(sql`
        update email_templates set subject = ${subject}, preheader = ${subject}, heading = ${subject}, button = ${subject},
               body = ${subject}, version = gen_random_uuid() where store_env_id = ${tx.storeEnvId}`),
    'write',
  )
  const logged: { problem: string }[] = []
  const log = { warn: (fields: { problem: string }) => logged.push(fields) } as unknown as Parameters<typeof render>[3]
  const { spentMs } = await measured(async () => {
    for (let i = 0; i < 200; i++) assert.match((await render(setup, shop, {}, log)).subject, /What do you think/)
    return {}
  })
  assert.equal(logged.length, 200)
  assert.match(logged[0]?.problem ?? '', /takes too long, or makes too much/)
  assert.ok(spentMs < 10_000, `${spentMs} ms of the main thread`)
})

test('an ended worker thread is replaced, and the next mail is complete', async () => {
  const { shop } = setup
  for (let i = 0; i < 3; i++) {
    const path = '/email/templates/review_request/preview'
    assert.equal((await shop.api.post(path, { draft: attacks['loops in loops'] })).status, 400)
    const { body } = await shop.api.post(path, { draft: { subject: 'Well {{ customer.firstName }}' } })
    assert.equal(body.subject, `Well ${(requestSample.customer as { firstName: string }).firstName}`)
  }
})
