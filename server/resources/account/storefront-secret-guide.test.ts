import assert from 'node:assert/strict'
import { readCustomerToken } from '#platform/storefront/customer-token.ts'
import { asProgram, findSnippet, type Language, readGuide, testSnippet } from '#test/snippets.ts'

const guide = readGuide('headless-storefronts')
const secret = 'evsf_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
const emails = ['jane@customer.example', 'josé+ü@bücher.example', '日本@例え.example', "o'neil/x@customer.example"]

const calls: [Language, string][] = [
  ['ts', 'console.log(customerToken(process.argv[2], process.argv[3]))'],
  ['python', 'import sys\nprint(customer_token(sys.argv[1], sys.argv[2]))'],
  ['ruby', 'puts customer_token(ARGV[0], ARGV[1])'],
  ['php', 'echo customer_token($argv[1], $argv[2]);'],
  ['go', 'func main() {\n\ttoken, _ := CustomerToken(os.Args[1], os.Args[2])\n\tfmt.Println(token)\n}'],
]

for (const [language, call] of calls) {
  const code = asProgram(language, `${findSnippet(guide, language, /customer_?token/i)}\n${call}`)
  testSnippet(`the guide's ${language} makes tokens that the service accepts`, language, code, (run) => {
    for (const email of emails) {
      const token = run(secret, email).trim()
      assert.deepEqual(readCustomerToken(token, [secret], new Date()), { email }, token)
      assert.equal(readCustomerToken(token, [`${secret}x`], new Date()), undefined)
    }
  })
}
