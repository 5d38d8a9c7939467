export { removeAddresses } from './redact.ts'
