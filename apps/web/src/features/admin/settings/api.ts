import { getSettings, listSettingsVersions, type SettingsAnswer } from '@recado/contracts/shared/settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export type { SettingsAnswer, SettingsTab } from '@recado/contracts/shared/settings'
export type Saved = SettingsAnswer

export const settingsKey = ['admin-settings'] as const

export const settingsQuery = queryOptions({ queryKey: [...settingsKey, 'now'], queryFn: () => call(getSettings) })

export const versionsQuery = queryOptions({
  queryKey: [...settingsKey, 'versions'],
  queryFn: () => call(listSettingsVersions),
})
