export { ensureTags } from './ensure.ts'
export { findTags } from './queries.ts'
