import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { texts } from '../widgets/texts-plugin.ts'
import { type Catalogue, hasTexts, type Language, languages, readCatalogue, textIn } from './language/catalogue.ts'
import { findMessages } from './language/messages.ts'
import { translate } from './language/translate.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  base: '/admin/',
  plugins: [texts(), inOtherLanguages(), inEnglish(), versioned(), stylesFirst(), react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The page's policy forbids `data:` URLs of scripts and styles, and an icon in its own file is cached permanently.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Two shared files compress better than forty small ones, and `vendor` stays cached across releases.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//, priority: 2 },
            { name: 'shared', test: /admin\/(components|api|shell|state)\//, minShareCount: 12, priority: 1 },
          ],
        },
      },
    },
  },
  environments: Object.fromEntries(Object.keys(languages).map((language) => [language, { consumer: 'client' }])),
  builder: {
    async buildApp({ config, environments, build }) {
      for (const { name, config: own } of Object.values(environments)) {
        if (name in languages) own.build.outDir = join(config.build.outDir, name)
      }
      for (const name of ['client', ...Object.keys(languages)])
        await build(environments[name] as (typeof environments)[string])
    },
  },
})

function inOtherLanguages(): Plugin {
  const loadCatalogue = (language: string) => {
    const kept = catalogues.get(language) ?? readCatalogue(language as Language)
    catalogues.set(language, kept)
    return kept
  }
  const catalogues = new Map<string, Catalogue>()
  return {
    name: 'evident:languages',
    // Runs before JSX is compiled, because compilation splits sentences.
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name in languages,
    transform(source, id) {
      const path = relative(root, id)
      if (path.startsWith('..') || !hasTexts(path)) return null
      const catalogue = loadCatalogue(this.environment.name)
      const code = translate(source, findMessages(path, source), (message) => textIn(catalogue, path, message))
      return { code, map: null }
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The application has no page.')
        page.source = String(page.source).replace('<html lang="en">', `<html lang="${this.environment.name}">`)
      },
    },
  }
}

/** The service answers in English, so the English build omits the table of translations. */
function inEnglish(): Plugin {
  const table = join(root, 'api', 'refusals.ts')
  return {
    name: 'evident:english',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => !(name in languages),
    transform: (_source, id) =>
      id === table ? { code: 'export const inLanguage = (refusal) => refusal', map: null } : null,
  }
}

function versioned(): Plugin {
  const { version } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as { version: string }
  const build = process.env.BUILD_HASH
  const content = build ? `${version}+${build}` : version
  return {
    name: 'evident:version',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'version', content }, injectTo: 'head' }],
  }
}

/** Loads styles before the much larger scripts, so that the product's name appears early. */
function stylesFirst(): Plugin {
  return {
    name: 'evident:styles-first',
    transformIndexHtml: {
      order: 'post',
      handler: (page) => page.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    },
  }
}
