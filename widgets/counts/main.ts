// Counts for the shop how often its widgets are seen and used: numbers, and nothing about who it was. The service keeps none
// where the shop has not turned it on, or the browser asks not to be counted; such a browser sends nothing to begin with.
import { loadedFrom, shopOf } from '../script-tags.ts'
import { createCounter } from './counter.ts'

loadedFrom(import.meta.url)
const asksNotTo = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
if (!asksNotTo && navigator.doNotTrack !== '1') createCounter((element) => shopOf(element)).watch(document)
