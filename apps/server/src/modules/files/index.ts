export { fileUrl } from './links.ts'
export { dropFile, findBrandFile, insertFile } from './queries.ts'
