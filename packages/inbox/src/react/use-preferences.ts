import { useEffect, useMemo } from 'react'
import type { ChannelType, IUserGlobalPreferenceSettings, IUserPreferenceSettings } from '../client/wire.ts'
import { useInbox, useInboxState } from './context.ts'
import { type Mutate, type MutationOptions, type MutationResult, useMutation } from './mutation.ts'
import { type QueryOptions, type QueryResult, useQueryResult } from './query-result.ts'

/** What the subscriber wants to hear of, by workflow and channel. Being mounted is what makes it be read. */
export function useFetchUserPreferences(
  options?: QueryOptions<readonly IUserPreferenceSettings[]>,
): QueryResult<readonly IUserPreferenceSettings[]> {
  const inbox = useInbox()
  const isWanted = options?.enabled !== false
  useEffect(() => {
    if (isWanted) inbox.setStrategy({ fetchUserPreferences: true })
  }, [inbox, isWanted])
  return useQueryResult(
    useInboxState((state) => state.preferences),
    inbox.refetchPreferences,
    options,
  )
}

/** What the subscriber wants to hear of whatever the workflow: a list of one. Being mounted makes it be read. */
export function useFetchUserGlobalPreferences(
  options?: QueryOptions<IUserGlobalPreferenceSettings[]>,
): QueryResult<IUserGlobalPreferenceSettings[]> {
  const inbox = useInbox()
  const isWanted = options?.enabled !== false
  useEffect(() => {
    if (isWanted) inbox.setStrategy({ fetchUserGlobalPreferences: true })
  }, [inbox, isWanted])
  const loaded = useInboxState((state) => state.globalPreferences)
  const data = useMemo(() => (loaded.data ? [loaded.data] : undefined), [loaded.data])
  return useQueryResult({ ...loaded, data }, inbox.refetchGlobalPreferences, options)
}

export interface IUpdateUserPreferencesVariables {
  templateId: string
  channelType: ChannelType
  checked: boolean
}

/** Turns a channel of a workflow on or off; shown at once, and taken back when the server refuses. */
export function useUpdateUserPreferences(
  options?: MutationOptions<IUserPreferenceSettings, IUpdateUserPreferencesVariables>,
): {
  updateUserPreferences: Mutate<IUserPreferenceSettings, IUpdateUserPreferencesVariables>
} & MutationResult<IUserPreferenceSettings> {
  const [updateUserPreferences, result] = useMutation(useInbox().updatePreference, options)
  return { ...result, updateUserPreferences }
}

export interface IUpdateUserGlobalPreferencesVariables {
  preferences?: { channelType: ChannelType; enabled: boolean }[]
  enabled?: boolean
}

/** Turns channels, or all notifications, on or off whatever the workflow. */
export function useUpdateUserGlobalPreferences(
  options?: MutationOptions<IUserGlobalPreferenceSettings, IUpdateUserGlobalPreferencesVariables>,
): {
  updateUserGlobalPreferences: Mutate<IUserGlobalPreferenceSettings, IUpdateUserGlobalPreferencesVariables>
} & MutationResult<IUserGlobalPreferenceSettings> {
  const [updateUserGlobalPreferences, result] = useMutation(useInbox().updateGlobalPreferences, options)
  return { ...result, updateUserGlobalPreferences }
}
