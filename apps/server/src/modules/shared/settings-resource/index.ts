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
  assertUnused,
  findExisting,
  findUses,
  forgetReferences,
  type RemovedSetting,
  type SettingRemovedHandler,
  type SettingUse,
  type SettingUses,
  type UsableKind,
} from './references.ts'
