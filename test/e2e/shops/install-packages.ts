// Installs the packages of all real shops, so that their tests download nothing. Usage: node bin/run.mjs
// test/e2e/shops/install-packages.ts
import { installPackages, packageSets } from './installed.ts'

for (const name of packageSets) {
  const startedAt = performance.now()
  const folder = await installPackages(name)
  console.log(`${name}: ${folder}, ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
