export { fileUrl } from './links.ts'
export { dropFile, insertFile } from './queries.ts'
