export {
  brandName,
  emailFooter,
  legalVersions,
  loadGeneralSettings,
  maintenanceMessage,
  tagManagerId,
} from './actions.ts'
export { loadSettings, peekSettings } from './store.ts'
