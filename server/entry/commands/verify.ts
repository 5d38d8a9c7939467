import { main as verifyFile } from '#resources/evidence/verify/verify.mjs'
import type { Command } from './command.ts'

export const verify: Command = {
  summary: 'check an evidence pack, a yearly assessment or an archive of a store, without any database',
  usage: 'FILE [--key BASE64] [--json]    (exit 0: no problems, 1: problems found, 2: the file cannot be read)',
  options: { key: { type: 'string', multiple: true } },
  run({ args, flags: { key, json } }) {
    const keys = (Array.isArray(key) ? key : []).flatMap((each) => ['--key', String(each)])
    return verifyFile([...args, ...keys, ...(json ? ['--json'] : [])], (line) => console.log(line))
  },
}
