export { noteOf } from './view.ts'
