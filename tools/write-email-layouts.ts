//   node tools/write-email-layouts.ts    compiles the mail layouts anew, after a change in layouts/
import { writeFileSync } from 'node:fs'
import { emailLayouts, generatedPath } from './email-layouts.ts'

writeFileSync(generatedPath, await emailLayouts())
