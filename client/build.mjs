import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

const run = (...args) => execFileSync(process.execPath, args, { cwd: import.meta.dirname, stdio: 'inherit' })

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true })
run('node_modules/openapi-typescript/bin/cli.js', '../contracts/openapi.json', '-o', 'src/api.generated.ts')
run('node_modules/typescript/bin/tsc', '-p', '.')
