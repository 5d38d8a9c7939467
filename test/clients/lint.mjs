// Usage: node lint.mjs <document>. Fails on findings without a reason in exceptions.json and on exceptions without a match.
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
  // Rules that are excepted on every path are switched off, which saves most of the linter's time.
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
