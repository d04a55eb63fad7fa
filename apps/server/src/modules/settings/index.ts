export { brandName, loadGeneralSettings } from './actions.ts'
