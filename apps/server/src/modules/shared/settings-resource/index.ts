export {
  assertRoom,
  assertVersion,
  auditSetting,
  changeSettings,
  editorOf,
  found,
  publishSettings,
} from './change.ts'
export { settingsResource } from './define.ts'
export { type Editor, mayEdit } from './policy.ts'
export {
  assertKnown,
  assertOwned,
  forgetReferences,
  type RemovedSetting,
  type SettingRemovedHandler,
} from './references.ts'
