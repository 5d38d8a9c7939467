import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findProblems, readTexts } from './check-words.ts'

const problemsIn = (path: string, text = '') => findProblems(new Map([[path, text]]))

test('no name and no text of this project violates a wording rule', () => {
  const sources = readTexts(join(import.meta.dirname, '..'))
  for (const ending of ['.ts', '.tsx', '.mjs', '.css', '.sql', '.sh', '.md', '.json'])
    assert.ok([...sources.keys()].filter((path) => path.endsWith(ending)).length > 5, `${ending} is found`)
  assert.deepEqual(findProblems(sources), [])
})

describe('a retired word', () => {
  test('a retired word is refused in names of files, types, classes, functions and constants', () => {
    const found = [
      problemsIn('server/resources/email/sending/lane.ts'),
      problemsIn('test/e2e/form-ground.ts'),
      problemsIn('server/a.ts', 'export type Ground = { db: Db }'),
      problemsIn('server/a.ts', 'export class EndpointLanes {}'),
      problemsIn('server/a.ts', 'async function runInOneFlight() {}'),
      problemsIn('server/a.ts', '  const maxTold = 10'),
    ]
    for (const problems of found) assert.equal(problems.length, 1, problems.join())
    assert.deepEqual(found[4], ['server/a.ts: runInOneFlight contains "flight". Use pipeline or batch'])
  })

  test('a retired word is refused in ids of jobs and names of metrics', () => {
    const job = "const jobs = [\n  job({ id: 'orders.lane_tick', across: true }),\n]"
    assert.match(problemsIn('server/a.ts', job).join(), /^server\/a\.ts: orders\.lane_tick contains "lane"/)
    assert.match(
      problemsIn('server/a.ts', "const name = 'evident_letter_total'").join(),
      /evident_letter_total contains/,
    )
    assert.match(problemsIn('server/a.ts', 'const line = `evident_lane_seconds 1`').join(), /evident_lane_seconds/)
    assert.deepEqual(problemsIn('server/a.ts', "job({ id: 'agenda.tick', across: true })"), [], 'for one release')
  })

  test('a retired word is allowed in longer words, texts, comments and SQL', () => {
    const text = `
    // The carrier is in flight.
    const planeId = 'lane'
    const background = sql\`select * from agenda\`
    const untoldStories = 1`
    assert.deepEqual(problemsIn('server/planet.ts', text), [])
  })
})

describe('a type whose name is only a participle', () => {
  test('a type whose name is only a participle is refused in types, interfaces and classes', () => {
    for (const declaration of [
      'type Taken = {}',
      'export type Left<T> = T[]',
      'interface Moderated {}',
      'class Overtaken extends Error {}',
    ])
      assert.equal(problemsIn('server/a.ts', declaration).length, 1, declaration)
    assert.deepEqual(problemsIn('server/a.ts', 'export type Acted = {}'), [
      'server/a.ts: the type Acted is a bare participle. Add its noun',
    ])
  })

  test('a type name with a participle is allowed if it has a noun too, is itself a noun, or is in a test', () => {
    assert.deepEqual(problemsIn('server/a.ts', 'type TakenSeat = {}\ntype Feed = {}\ntype Embed = {}'), [])
    assert.deepEqual(problemsIn('server/a.test.ts', 'type Taken = {}'), [])
  })
})

describe('discouraged words in the admin application', () => {
  const refused = (source: string) => problemsIn('admin/pages/a/A.tsx', `export const A = () => ${source}`)

  test('a discouraged word is refused in element text, across several lines and around values', () => {
    assert.deepEqual(refused('<p>Do it at once.</p>'), [
      'admin/pages/a/A.tsx:1: interface text contains "at once". Use immediately, or together',
    ])
    assert.equal(refused('<p>\n  Move all pages at\n  once\n</p>').length, 1)
    assert.equal(refused('<p>All {count} owners are told.</p>').length, 1)
    assert.equal(refused("<p>{isOwner ? 'Sent at once' : null}</p>").length, 1)
  })

  test('a discouraged word is refused in attributes that people read', () => {
    for (const name of ['label', 'title', 'placeholder', 'hint', 'aria-label'])
      assert.equal(refused(`<Field ${name}="Send it at once" />`).length, 1, name)
  })

  test('a discouraged word is allowed in class names, values and code samples', () => {
    assert.deepEqual(refused('<p className="kept held" id="told">Send it now</p>'), [])
    assert.deepEqual(problemsIn('admin/pages/a/snippets.ts', "export const a = 'Send it at once'"), [])
  })
})

test('a forbidden opening is refused in every text of the admin application', () => {
  const refused = (source: string) => problemsIn('admin/pages/a/A.tsx', `export const A = () => ${source}`)
  for (const opening of ['What', 'Who', 'Whose', 'Nobody', 'Of', 'One that']) {
    const found = [
      refused(`<h2>${opening} is shown</h2>`),
      refused(`<p>Saved. ${opening} is shown to all.</p>`),
      refused(`<Field label="${opening} is shown" />`),
      refused(`<p>{count}<span>{\`${opening.toLowerCase()} \${total} rows\`}</span></p>`),
    ]
    for (const problems of found) {
      assert.equal(problems.length, 1, `${opening}: ${problems.join()}`)
      assert.match(problems.join(), /interface text opens with ".+"\. Name the thing first$/)
    }
  }
  assert.deepEqual(refused('<p>Products of the shop that nobody bought</p>'), [])
  assert.deepEqual(refused('<Field label="Whole address" />'), [])
})

type Sample = { path: string; write: (words: string) => string }

const samples: Record<string, Sample> = {
  'a comment of TypeScript': { path: 'server/a.ts', write: (words) => `const a = 1 // ${words}` },
  'a comment over several lines': { path: 'server/a.ts', write: (words) => `// A first line.\n// ${words}\nlet a` },
  'a JSDoc comment': { path: 'server/a.ts', write: (words) => `/**\n * A first line.\n * ${words}\n */\nlet a` },
  'a comment of JSX': { path: 'demo/a.tsx', write: (words) => `const a = <p>Don't{/* ${words} */}</p>` },
  'a comment within a template': { path: 'server/a.ts', write: (words) => `\`a \${b /* ${words} */}\`` },
  'a comment of a module': { path: 'bin/a.mjs', write: (words) => `const a = /'/ // ${words}` },
  'a comment of CSS': { path: 'server/a.css', write: (words) => `a { color: red } /* ${words} */` },
  'a comment of SQL': { path: 'migrations/0502_a.sql', write: (words) => `select 1;\n-- ${words}` },
  'a comment behind SQL': { path: 'migrations/0502_a.sql', write: (words) => `select '--' -- ${words}` },
  'a comment of a shell script': { path: 'findings/a.sh', write: (words) => `#!/bin/sh\n# ${words}` },
  'a comment of YAML': { path: 'compose.yaml', write: (words) => `a: 1 # ${words}` },
  'a title of a test': { path: 'server/a.test.ts', write: (words) => `test('${words}', () => {})` },
  'a title of a suite': { path: 'server/a.test.ts', write: (words) => `describe(\`${words}\`, () => {})` },
  'a title of a test with options': { path: 'bin/a.test.mjs', write: (words) => `it({ timeout: 1 }, "${words}")` },
  'a summary of an operation': { path: 'server/a.ts', write: (words) => `get({ summary: '${words}' })` },
  'a description of a field': { path: 'server/a.ts', write: (words) => `Type.String({ description: '${words}' })` },
  'a message of an error': { path: 'server/a.ts', write: (words) => `throw conflict('${words}')` },
  'a text of a command': { path: 'bin/a.mjs', write: (words) => `console.log(\`${words}\`)` },
  'a text in two parts': { path: 'server/a.ts', write: (words) => `fail('The file is here. ' +\n  '${words}')` },
  'a heading of a guide': { path: 'client/README.md', write: (words) => `# Title\n\n## ${words}` },
  'a paragraph of a guide': { path: 'client/README.md', write: (words) => `One line.\n${words}` },
  'a list of a guide': { path: 'server/README.md', write: (words) => `- one\n- ${words}` },
  'a table of a guide': { path: 'client/README.md', write: (words) => `| name | ${words} |` },
}

const openings = 'What Who Whose Whom Whoever Whatever Of Nobody'.split(' ')
const phrases = ['By whom', 'From whom', 'One that']
const worn =
  'kept held told heard stands rests anew meanwhile whoever whatever|flies with|at once|worked off|begins again|comes in|is let in|cut into words|cut into tokens'
    .split('|')
    .flatMap((part, index) => (index === 0 ? part.split(' ') : [part]))

for (const [kind, { path, write }] of Object.entries(samples)) {
  describe(kind, () => {
    test('a text must not begin with a forbidden opening', () => {
      for (const word of [...openings, ...phrases]) {
        const problems = problemsIn(path, write(`${word} it was is here now.`))
        assert.ok(problems.join('\n').includes(`opens with "${word}"`), `${word}: ${problems.join('\n')}`)
      }
    })

    test('a text must not contain a discouraged word', () => {
      for (const word of worn) {
        const problems = problemsIn(path, write(`The row ${word} there now.`))
        assert.equal(problems.length, 1, `${word}: ${problems.join('\n')}`)
        assert.ok(problems.join().includes(`contains "${word}". Use `), problems.join())
      }
    })

    test('a text in plain words is accepted', () => {
      assert.deepEqual(problemsIn(path, write('The row is stored for a day, so offline readers find it.')), [])
    })
  })
}

test('the title in a call of a test helper is checked as a title', () => {
  const problems = problemsIn('server/a.test.ts', "bites('whoever asks gets an answer', {})")
  assert.ok(problems.join().includes('test title opens with "whoever"'), problems.join())
})

test('a problem names its file, line and type', () => {
  assert.deepEqual(problemsIn('server/a.ts', 'let a\n\n/** Who it is. */\nlet b'), [
    'server/a.ts:3: comment opens with "Who". Name the thing first',
  ])
})

test('a later sentence must not begin with a forbidden opening either', () => {
  assert.equal(problemsIn('server/a.ts', '// The first is stored. Of the others none is.').length, 1)
})

test('quoted words, code and identifiers are not checked', () => {
  const texts = [
    '// The status `held` is final, and `stands` is a column.',
    '/** A sync with status "held" can be confirmed, one with \'told\' cannot. */',
    '// See backups/kept/area.ts, held.ts, held() and kept_at.',
    '// The row is cut off after 100 characters.',
    'const held = kept.told(stands, "kept")',
    'const pattern = /[\'"] \\/\\/ held/',
    'const url = `https://a.example/held/kept`',
  ]
  for (const text of texts) assert.deepEqual(problemsIn('server/a.ts', text), [], text)
})

test('code and the first column of a table are not checked in guides', () => {
  const guide = '| kept | cached |\n| --- | --- |\n\n```sh\n# What is held\n```\n\nA [link](docs/kept.md) to `held`.'
  assert.deepEqual(problemsIn('client/README.md', guide), [])
})

test('a heading must not be a question', () => {
  assert.deepEqual(problemsIn('client/README.md', '## What changes'), [
    'client/README.md:1: guide opens with "What". Name the thing first',
  ])
})

test('an error message may ask the reader a question', () => {
  assert.deepEqual(problemsIn('server/a.ts', "'What did you like? Write it down here.'"), [])
})

test('test data and texts by the demo shop’s customers are not checked', () => {
  assert.deepEqual(problemsIn('server/a.test.ts', "await send('What a mug this is, kept for years.')"), [])
  assert.deepEqual(problemsIn('demo/reviews.ts', "const body = 'It kept my coffee warm.'"), [])
})

test('a merged migration is not checked, because its digest is recorded', () => {
  assert.deepEqual(problemsIn('migrations/0501_a.sql', '-- What is held'), [])
  assert.equal(problemsIn('migrations/0502_a.sql', '-- What is held').length, 2)
})
