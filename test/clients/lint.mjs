// node lint.mjs <document>: Spectral with its recommended rules for OpenAPI and the OWASP rules. Fails on what exceptions.json
// does not name with a reason, and on an exception that excuses nothing.
import { readFileSync } from 'node:fs'
import core from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import rulesets from '@stoplight/spectral-rulesets'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const [, , document] = process.argv
const exceptions = read(new URL('exceptions.json', import.meta.url))
const spectral = new core.Spectral()
spectral.setRuleset({
  extends: [
    [rulesets.oas, 'recommended'],
    [owasp.default ?? owasp, 'recommended'],
  ],
  // What is excused everywhere is not looked for: it takes most of the time.
  rules: Object.fromEntries(exceptions.filter(({ paths }) => !paths).map(({ rule }) => [rule, 'off'])),
})
const found = await spectral.run(read(document))
const excuses = ({ rule, paths = [] }, { code, path }) =>
  rule === code && paths.some((each) => path.join(' ').startsWith(each))
const open = found.filter((each) => !exceptions.some((exception) => excuses(exception, each)))
const idle = exceptions.filter((exception) => exception.paths && !found.some((each) => excuses(exception, each)))
for (const { code, path, message } of open) console.error(`${code} at ${path.join(' ')}: ${message}`)
for (const { rule } of idle) console.error(`exceptions.json: ${rule} excuses nothing any more`)
process.exitCode = open.length + idle.length > 0 ? 1 : 0
