import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { headOf } from '../rules.ts'
import { languageOf } from '../words/rules.ts'
import { loadStopWords } from '../words/stop-words.ts'
import { countThemes } from './commands.ts'
import { noTheme } from './rules.ts'
import { StopWords, stopWordQuery, ThemeReport, themeQuery } from './schema.ts'

export default [
  operation({
    id: 'analytics.themes',
    http: 'GET /analytics/themes',
    tenancy: 'store',
    plan: 'advanced_analytics',
    readsNeedPlan: true,
    manual: true,
    summary: 'What shoppers write about: the words of approved reviews, counted.',
    description:
      'Words in lower case, of three letters or digits at least, without the stop words of the language of the review (English where it has none). A review counts once for a term. Read are the newest 50,000 reviews of these days; answered are the 500 terms of the most. A store may read two exports or themes at once; one more is 429.',
    query: themeQuery,
    returns: ThemeReport,
    produces: reportTypes,
    async run({ db, query, caller, storeEnvId, services }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const span = await db.store(scope, 'read', (tx) => openSpan(tx, query, services))
      const { reviews, themes } = await db
        .stream('export', scope)
        .read((tx) => countThemes(tx, span, query.words === 2 ? 2 : 1, query.minReviews ?? 3))
      const { interval: _, ...head } = headOf(span)
      const report = { ...head, total: { reviews }, data: themes }
      return answerReport(query, 'themes', report, noTheme)
    },
  }),
  operation({
    id: 'analytics.stop_words',
    http: 'GET /analytics/stop-words',
    tenancy: 'store',
    plan: 'advanced_analytics',
    readsNeedPlan: true,
    summary: 'The words that themes leave out.',
    query: stopWordQuery,
    returns: StopWords,
    async run({ query }) {
      const language = languageOf(query.locale ?? 'en')
      const { lists } = await loadStopWords()
      return { locale: language, words: [...lists(language)] }
    },
  }),
]
