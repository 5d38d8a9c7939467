// Anonymous counts of widget views and uses for the shop. The service stores none unless the shop turned them on. A browser
// that asks not to be tracked sends nothing.
import { findShop, loadedFrom } from '../script-tags.ts'
import { createCounter } from './counter.ts'

loadedFrom(import.meta.url)
const asksNotTo = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
if (!asksNotTo && navigator.doNotTrack !== '1') createCounter((element) => findShop(element)).watch(document)
