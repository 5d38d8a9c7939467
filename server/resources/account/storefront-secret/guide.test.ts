// Runs the guide's snippets as a merchant would, each in its own language where that is on the machine: the service has to
// believe what they make.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCustomerToken } from '#platform/storefront/customer-token.ts'

const guide = readFileSync(new URL('../../../../docs/guides/headless-storefronts.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'evident-guide-'))
const secret = 'evsf_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
const emails = ['jane@customer.example', 'josé+ü@bücher.example', '日本@例え.example', "o'neil/x@customer.example"]

const snippet = (language: string): string =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))]
    .map(([, code = '']) => code)
    .find((code) => /customerToken|customer_token/.test(code)) ?? assert.fail(`no ${language} in the guide`)

const languages = [
  {
    name: 'js',
    program: process.execPath,
    file: 'token.mjs',
    call: 'console.log(customerToken(process.argv[2], process.argv[3]))',
  },
  {
    name: 'python',
    program: 'python3',
    file: 'token.py',
    call: 'import sys\nprint(customer_token(sys.argv[1], sys.argv[2]))',
  },
  { name: 'ruby', program: 'ruby', file: 'token.rb', call: 'puts customer_token(ARGV[0], ARGV[1])' },
  { name: 'php', program: 'php', file: 'token.php', call: 'echo customer_token($argv[1], $argv[2]);' },
]

for (const { name, program, file, call } of languages) {
  const isHere = spawnSync(program, ['--version']).status === 0
  test(`the ${name} of the guide makes tokens that the service believes`, { skip: !isHere && 'not installed' }, () => {
    const path = join(folder, file)
    writeFileSync(path, `${name === 'php' ? '<?php\n' : ''}${snippet(name)}\n${call}\n`)
    for (const email of emails) {
      const token = execFileSync(program, [path, secret, email], { encoding: 'utf8' }).trim()
      assert.deepEqual(readCustomerToken(token, [secret], new Date()), { email }, token)
      assert.equal(readCustomerToken(token, [`${secret}x`], new Date()), undefined)
    }
  })
}
