export { fileUrl } from './links.ts'
export { dropFile, findBrandFile, findLinkedFile, insertFile } from './queries.ts'
