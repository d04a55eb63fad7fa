export { responsibleFor } from './tell.ts'
export { watchPromises } from './watch.ts'
