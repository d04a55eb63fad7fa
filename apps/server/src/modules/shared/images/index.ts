export { keepPicture } from './keep.ts'
