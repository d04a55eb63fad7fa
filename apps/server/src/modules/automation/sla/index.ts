export { watchPromises } from './watch.ts'
