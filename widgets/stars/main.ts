import { loadedFrom } from '../script-tags.ts'
import { defineStars } from './element.ts'
import { labelOf } from './labels.ts'

loadedFrom(import.meta.url)
defineStars(labelOf)
