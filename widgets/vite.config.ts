import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type EnvironmentOptions } from 'vite'
import { texts } from './texts-plugin.ts'

/** Pages refer to these scripts by URL, so each script is one self-contained bundle with a stable name. */
const scripts = [
  'reviews',
  'stars',
  'review-form',
  'loyalty',
  'faq',
  'gallery',
  'counts',
  'placements',
  'photos',
  'carousel',
  'badge',
  'tab',
  'preview',
]

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [texts()],
  build: {
    outDir: 'dist',
    // These are the oldest browsers with light-dark(), :dir(), container queries and AbortSignal.any().
    target: ['chrome123', 'firefox124', 'safari17.5'],
    modulePreload: false,
  },
  json: { namedExports: false },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'client' && environment.name !== 'ssr') await builder.build(environment)
      }
    },
  },
  environments: Object.fromEntries(scripts.filter(exists).map((name) => [name.replaceAll('-', '_'), bundle(name)])),
})

function exists(name: string): boolean {
  return existsSync(join(import.meta.dirname, name, 'main.ts'))
}

const languageIn = (path: string | null | undefined) => /\/locales\/([a-z]{2})\//.exec(path ?? '')?.[1]

function bundle(name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      emptyOutDir: false,
      // Uses library mode, because an application build adds 0.7 kB of loader for styles and preloads.
      lib: { entry: { [name]: join(import.meta.dirname, name, 'main.ts') }, formats: ['es'], fileName: '[name]' },
      rolldownOptions: {
        output: {
          chunkFileNames: (chunk) => `chunks/${name}-${languageIn(chunk.facadeModuleId) ?? '[name]'}-[hash:6].js`,
          // Library output is not minified by default, but this output goes directly to browsers.
          comments: false,
          minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
        },
      },
    },
  }
}
