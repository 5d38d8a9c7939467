// Usage: node generate.mjs <document>. Writes the clients of two public generators into generated/.
import { execFileSync } from 'node:child_process'
import { createClient } from '@hey-api/openapi-ts'

const [, , document] = process.argv
await createClient({
  input: document,
  output: { path: 'generated/hey-api', importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', 'zod', { name: '@hey-api/sdk', validator: true }],
})
const cli = 'node_modules/openapi-typescript/bin/cli.js'
execFileSync(process.execPath, [cli, document, '-o', 'generated/openapi-typescript.ts'], { stdio: 'inherit' })
