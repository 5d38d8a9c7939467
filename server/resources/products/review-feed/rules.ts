export { createNameReader, type NameReader } from './display-name.ts'
export { redact, removeAddresses } from './redact.ts'
