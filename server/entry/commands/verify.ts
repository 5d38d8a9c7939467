import { main as verifyFile } from '#resources/evidence/verify/verify.mjs'
import type { Command } from './command.ts'

export const verify: Command = {
  summary:
    'check a pack of evidence, a yearly assessment, the archive of a store or a .tlog-proof, without any database',
  usage:
    'FILE [--key BASE64] [--policy FILE] [--json]    (exit 0: no problems, 1: problems found, 2: the file cannot be read)',
  options: { key: { type: 'string', multiple: true }, policy: { type: 'string' } },
  run({ args, flags: { key, policy, json } }) {
    const keys = (Array.isArray(key) ? key : []).flatMap((each) => ['--key', String(each)])
    const policies = typeof policy === 'string' ? ['--policy', policy] : []
    return verifyFile([...args, ...keys, ...policies, ...(json ? ['--json'] : [])], (line) => console.log(line))
  },
}
