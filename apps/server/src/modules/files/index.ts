export { removeBytes, removeFile, removeFilesOfCompany } from './actions.ts'
export { fileJobs, fileSchedules } from './jobs.ts'
export { fileUrl } from './links.ts'
export { deleteFiles, dropFile, findBrandFile, findLinkedFile, insertFile, takeAttachment } from './queries.ts'
