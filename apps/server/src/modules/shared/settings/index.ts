export {
  brandName,
  emailFooter,
  legalVersions,
  loadGeneralSettings,
  maintenanceMessage,
  pendingLegal,
  tagManagerId,
} from './actions.ts'
export { loadSettings, peekSettings } from './store.ts'
