export { addToList, assertListExists, removeFromList } from './members.ts'
export { deleteMerged as leaveMergedLists, insertMerged as joinListsOf } from './queries.ts'
