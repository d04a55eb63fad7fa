export { notify } from './notify.ts'
export { prepareProductNotifications } from './prepare.ts'
