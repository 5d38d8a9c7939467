// A process of its own, because the bundler needs the pinned Node and much memory.
import { writeBundle } from './bundle.mjs'

try {
  await writeBundle()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
