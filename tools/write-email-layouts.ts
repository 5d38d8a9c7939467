// Usage: node tools/write-email-layouts.ts. Compiles the mail layouts again after a change in layouts/.
import { writeFileSync } from 'node:fs'
import { emailLayouts, generatedPath } from './email-layouts.ts'

writeFileSync(generatedPath, await emailLayouts())
