export { removeBytes, removeFile, removeFilesOfCompany } from './actions.ts'
export { dispositionOf as contentDisposition } from './delivery.ts'
export { fileUrl } from './links.ts'
export {
  deleteFiles,
  dropFile,
  type FileRow,
  findLinkedFile,
  findPicture,
  insertFile,
  type PictureKind,
  takeAttachment,
  takeUploads,
} from './queries.ts'
export { sendFile } from './send.ts'
