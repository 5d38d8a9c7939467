import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type EnvironmentOptions } from 'vite'

/** Scripts that pages name, and that must therefore keep their names: a bundle each, which shares no file with another. */
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
  build: {
    outDir: 'dist',
    // The oldest browsers with everything that is asked of them: light-dark(), :dir(), container queries, AbortSignal.any().
    target: ['chrome123', 'firefox124', 'safari17.5'],
    modulePreload: false,
  },
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

function bundle(name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      emptyOutDir: false,
      // As a library: an application's chunks would come with a loader for their styles and preloads, 0.7 kB that we need not.
      lib: { entry: { [name]: join(import.meta.dirname, name, 'main.ts') }, formats: ['es'], fileName: '[name]' },
      rolldownOptions: {
        output: {
          chunkFileNames: `chunks/${name}-[name]-[hash:6].js`,
          // A library is left readable otherwise, for others to bundle; this one goes straight to browsers.
          // What bundlers say to each other is of no use to a browser.
          comments: false,
          minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
        },
      },
    },
  }
}
