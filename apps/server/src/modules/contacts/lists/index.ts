export { addToList, assertListExists, removeFromList } from './members.ts'
