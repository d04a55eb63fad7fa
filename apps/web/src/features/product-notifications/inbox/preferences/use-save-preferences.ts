import {
  type IUserGlobalPreferenceSettings,
  type IUserPreferenceSettings,
  useUpdateUserGlobalPreferences,
  useUpdateUserPreferences,
} from '@recado/inbox'
import { useRef, useState } from 'react'
import type { CellChange, Channel } from './rows.ts'

/** Turning on one channel of a disabled workflow enables all of it, so its other channels are turned off first. */
const withOthersOff = ({ row, channel, on }: CellChange, items: readonly IUserPreferenceSettings[]) => {
  const item = items.find(({ template }) => template._id === row.id)
  const others =
    on && item?.preference.enabled === false
      ? Object.entries(item.preference.channels).filter(([other, flag]) => flag && other !== channel)
      : []
  return [
    ...others.map(([other]) => ({ templateId: row.id, channelType: other as Channel, checked: false })),
    { templateId: row.id, channelType: channel, checked: on },
  ]
}

export const cellKey = (rowId: string, channel: Channel) => `${rowId} ${channel}`

/** Saves changes one after the other in the order they were made, and shows them optimistically. */
export const useSavePreferences = (
  items: readonly IUserPreferenceSettings[],
  global: IUserGlobalPreferenceSettings | undefined,
) => {
  const { updateUserPreferences } = useUpdateUserPreferences()
  const { updateUserGlobalPreferences } = useUpdateUserGlobalPreferences()
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(items)
  latest.current = items

  const show = (changes: readonly CellChange[], isOver: boolean) =>
    setWanted((known) => {
      const next = new Map(known)
      for (const { row, channel, on } of changes) {
        const key = cellKey(row.id, channel)
        if (!isOver) next.set(key, on)
        else if (next.get(key) === on) next.delete(key)
      }
      return next
    })

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.current.then(work)
    // The caller handles the failure; the next change is saved all the same.
    queue.current = done.catch(() => {})
    return done
  }

  const saveCells = (changes: readonly CellChange[]): Promise<void> => {
    show(changes, false)
    return inTurn(async () => {
      try {
        for (const change of changes)
          for (const one of withOthersOff(change, latest.current)) await updateUserPreferences(one)
      } finally {
        show(changes, true)
      }
    })
  }

  /** Turns a channel on or off globally. If everything was off, only this channel is turned on. */
  const saveChannel = (channel: Channel, on: boolean, channels: readonly Channel[]) =>
    inTurn(() =>
      updateUserGlobalPreferences(
        on && global?.preference.enabled === false
          ? { enabled: true, preferences: channels.map((one) => ({ channelType: one, enabled: one === channel })) }
          : { preferences: [{ channelType: channel, enabled: on }] },
      ),
    )

  return { wanted, saveCells, saveChannel }
}
