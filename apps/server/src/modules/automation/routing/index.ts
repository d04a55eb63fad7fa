export { fillQueues } from './actions/assign-queued.ts'
export { receiveConversation } from './actions/receive.ts'
export { watchConnections } from './connections.ts'
