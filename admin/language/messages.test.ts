import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMessages } from './messages.ts'
import { translate } from './translate.ts'

const texts = (source: string) =>
  findMessages('x.tsx', source)
    .filter(({ isOptional }) => !isOptional)
    .map(({ text }) => text)

const german = (source: string, catalogue: Record<string, string>) =>
  translate(source, findMessages('x.tsx', source), ({ text }) => catalogue[text])

test('a sentence is one message, with placeholders for values and elements', () => {
  assert.deepEqual(
    texts(`const a = (
      <p>
        You have <b>{count} new</b> reviews of{' '}
        <Link to="/x">{name}</Link>.
      </p>
    )`),
    ['You have <0>{1} new</0> reviews of {2}.'],
  )
})

test('an icon and whitespace around a label are not part of its message', () => {
  assert.deepEqual(texts('const a = <a><Icon name="cog" />Settings</a>'), ['Settings'])
  assert.equal(
    german('const a = <p>{count} reviews</p>', { '{0} reviews': '{0} Bewertungen' }),
    'const a = <p>{count}{" Bewertungen"}</p>',
  )
  assert.equal(
    german('const a = <b>{icon}<i /> Pages </b>', { Pages: 'Seiten' }),
    'const a = <b>{icon}<i />{" Seiten "}</b>',
  )
})

test('both branches of a choice, labels, attributes and templates are messages', () => {
  assert.deepEqual(
    texts(`
      const names = { open: 'Open', in_work: 'In work' }
      const a = <Field label="Email" hint={isNew ? 'As it is written' : undefined}>{n === 1 ? 'point' : 'points'}</Field>
      toast(\`\${n} reviews of \${product}\`)
    `),
    ['Open', 'In work', 'Email', 'As it is written', 'point', 'points', '{0} reviews of {1}'],
  )
})

test('strings that only the program reads are not messages', () => {
  assert.deepEqual(
    texts(`
      import { x } from './Some file.ts'
      type Kind = 'Open' | 'Half closed'
      const grid = 'grid gap-4 sm:grid-cols-2'
      if (event.key === 'Enter' || kind === 'Half closed') throw new Error('Never said to people')
      const url = \`/stores/\${id}/reviews?status=\${status}\`
      const a = <a className="Big button" to="/stores/$storeId" id={\`row \${id}\`}>{'…'}</a>
      switch (kind) { case 'Half closed': }
    `),
    [],
  )
})

test('a translation may reorder placeholders and becomes an equivalent source', () => {
  assert.equal(
    german('const a = <p>Sent to <b title="Very big">{who}</b> by {sender}</p>', {
      'Sent to {0} by {1}': '{1} hat „"“ an {0} gesendet',
      'Very big': 'Sehr groß',
    }),
    'const a = <p>{sender}{" hat „\\"“ an "}<b title={"Sehr groß"}>{who}</b>{" gesendet"}</p>',
  )
  assert.equal(
    german(`const b = \`\${x} of \${\`the \${y}\`}\``, {
      '{0} of {1}': `{1}: \`{0}\`, \${}, \\`,
      'the {0}': 'die {0}',
    }),
    `const b = \`\${\`die \${y}\`}: \\\`\${x}\\\`, \\\${}, \\\\\``,
  )
})

test('a single word in code is translated only where a catalogue has it', () => {
  const source = "const verb = { approve: 'approved' }"
  assert.deepEqual(texts(source), [])
  assert.equal(german(source, { approved: 'freigegeben' }), 'const verb = { approve: "freigegeben" }')
  assert.equal(german(source, {}), 'const verb = { approve: "approved" }')
})
