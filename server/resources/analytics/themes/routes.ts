import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { toReportHead } from '../rules.ts'
import { countThemes } from './commands.ts'
import { languageOf, noTheme } from './rules.ts'
import { StopWords, stopWordQuery, ThemeReport, themeQuery } from './schema.ts'
import { loadStopWords } from './stop-words.ts'
import { findTopics } from './topic-commands.ts'
import { noTopic } from './topic-rules.ts'
import { TopicReport, topicQuery } from './topic-schema.ts'

export default [
  operation({
    id: 'analytics.themes',
    http: 'GET /analytics/themes',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'Report on themes',
      description:
        "Counts words of approved reviews, in lower case, with at least three letters or digits, and without stop words of the review's language (default: English). A review counts once for a term. We read the newest 10,000 reviews and return the 500 most frequent terms. A third export or theme report at the same time gets 429.",
    },
    input: { query: themeQuery },
    output: { body: ThemeReport, produces: reportTypes },
    transaction: 'manual',
    async run({ db, query, caller, storeEnvId, services }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const span = await db.store(scope, 'read', (tx) => openSpan(tx, query, services))
      const { reviews, themes } = await db
        .stream('export', scope, { fromReplica: 'rows' })
        .read((tx) => countThemes(tx, span, query.words === 2 ? 2 : 1, query.minReviews ?? 3))
      const { interval: _, ...head } = toReportHead(span)
      const report = { ...head, total: { reviews }, data: themes }
      return answerReport(query, 'themes', report, noTheme)
    },
  }),
  operation({
    id: 'analytics.topics',
    http: 'GET /analytics/topics',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'Report on topics',
      description:
        'Lists what approved reviews mention, such as "runs small", with sentences of the reviews. A topic is a pair of words that often occur together, or one word that says something alone. Stop words, denials, numbers, verbs of buying and liking and words of the product title are left out in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Arabic and Hebrew. Other languages have pairs without stop words. We read the newest 10,000 reviews and return the 50 most frequent topics. A third export, theme report or topic report at the same time gets 429.',
    },
    input: { query: topicQuery },
    output: { body: TopicReport, produces: reportTypes },
    transaction: 'manual',
    async run({ db, query, caller, storeEnvId, services }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const span = await db.store(scope, 'read', (tx) => openSpan(tx, query, services))
      const { reviews, topics } = await db
        .stream('export', scope, { fromReplica: 'rows' })
        .read((tx) => findTopics(tx, span, query.minReviews ?? 3))
      const { interval: _, ...head } = toReportHead(span)
      return answerReport(query, 'topics', { ...head, total: { reviews }, data: topics }, noTopic)
    },
  }),
  operation({
    id: 'analytics.stop_words',
    http: 'GET /analytics/stop-words',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'List stop words',
      description: 'Returns the words of a language that the reports on themes and topics ignore.',
    },
    input: { query: stopWordQuery },
    output: { body: StopWords },
    async run({ query }) {
      const language = languageOf(query.locale ?? 'en')
      const stopWords = await loadStopWords()
      return { locale: language, words: [...stopWords(language)] }
    },
  }),
]
