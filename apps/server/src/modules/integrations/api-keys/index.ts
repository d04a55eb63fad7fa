export { resolveKey } from './resolve.ts'
