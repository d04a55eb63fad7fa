export { fillQueues } from './actions/fill.ts'
export { receiveConversation } from './actions/receive.ts'
export { watchConnections } from './connections.ts'
