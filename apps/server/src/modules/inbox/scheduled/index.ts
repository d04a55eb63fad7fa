export { type Author, findAuthors } from './queries.ts'
export { asAuthor } from './send-due.ts'
