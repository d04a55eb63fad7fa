export { isShownInline } from './delivery.ts'
export { fileUrl } from './links.ts'
export { dropFile, type FileRow, findLinkedFile, insertFile } from './queries.ts'
