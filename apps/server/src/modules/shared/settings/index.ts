export {
  brandName,
  brandOf,
  legalVersions,
  loadGeneralSettings,
  maintenanceMessage,
  pendingLegal,
  tagManagerId,
} from './actions.ts'
export { loadSettings, peekSettings } from './store.ts'
