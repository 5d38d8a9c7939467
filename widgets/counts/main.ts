// Counts widget views and uses for the shop anonymously. The service stores counts only if the shop enabled them. A browser
// with a do-not-track setting sends nothing.
import { findShop, loadedFrom } from '../script-tags.ts'
import { createCounter } from './counter.ts'

loadedFrom(import.meta.url)
const asksNotTo = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
if (!asksNotTo && navigator.doNotTrack !== '1') createCounter((element) => findShop(element)).watch(document)
