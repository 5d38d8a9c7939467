import { loadedFrom } from '../script-tags.ts'
import { defineStars } from './element.ts'
import { formatLabel } from './labels.ts'

loadedFrom(import.meta.url)
defineStars(formatLabel)
