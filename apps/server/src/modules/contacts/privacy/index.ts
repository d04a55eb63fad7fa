export { readRequest, readRequests } from './actions/requests.ts'
export { issueCode } from './actions/verify.ts'
