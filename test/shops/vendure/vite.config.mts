import { pathToFileURL } from 'node:url'
import { vendureDashboardPlugin } from '@vendure/dashboard/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/dashboard',
  build: { outDir: 'dist/dashboard' },
  plugins: [
    vendureDashboardPlugin({
      vendureConfigPath: pathToFileURL('./vendure-config.ts'),
      api: { host: 'auto', port: 'auto' },
      gqlOutputPath: './gql',
    }),
  ],
})
