export { listCompanyFlags, settleFlag } from './actions.ts'
export { featureOn } from './store.ts'
