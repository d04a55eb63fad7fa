export { brandName, emailFooter, loadGeneralSettings, maintenanceMessage, tagManagerId } from './actions.ts'
export { loadSettings, peekSettings } from './store.ts'
