export { addTag, removeTag } from './add-tag.ts'
export { ensureTags } from './ensure.ts'
export { findTags, findTagsByName } from './queries.ts'
