export { fillCannedReply, fillTextFor, listCannedReplies } from './actions.ts'
