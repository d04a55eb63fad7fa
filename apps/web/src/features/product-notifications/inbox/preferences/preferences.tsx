import { Skeleton } from '@mantine/core'
import {
  type IUserGlobalPreferenceSettings,
  type IUserPreferenceSettings,
  useFetchUserGlobalPreferences,
  useFetchUserPreferences,
} from '@recado/inbox'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import { PreferenceTable } from './preference-table.tsx'
import {
  type CellChange,
  type Channel,
  channelsOf,
  groupPreferences,
  openChannels,
  type PreferenceGroup,
  silenced,
} from './rows.ts'
import { cellKey, useSavePreferences } from './use-save-preferences.ts'

const withWanted = (groups: PreferenceGroup[], wanted: ReadonlyMap<string, boolean>): PreferenceGroup[] =>
  groups.map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => ({
      ...row,
      channels: Object.fromEntries(
        Object.entries(row.channels).map(([channel, on]) => [
          channel,
          wanted.get(cellKey(row.id, channel as Channel)) ?? on,
        ]),
      ),
    })),
  }))

/** Asks for confirmation: no notification of an important topic would arrive any more. */
type Question = { names: string[]; proceed: () => void }

type Props = { items: readonly IUserPreferenceSettings[]; global: IUserGlobalPreferenceSettings | undefined }

const Loaded = ({ items, global }: Props) => {
  const { t } = useTranslation('product-notifications/inbox')
  const { wanted, saveCells, saveChannel } = useSavePreferences(items, global)
  const groups = useMemo(
    () =>
      withWanted(
        groupPreferences(items, (group) => t(`group.${group}`)),
        wanted,
      ),
    [items, wanted, t],
  )
  const channels = channelsOf(groups)
  const open = openChannels(channels, global)
  const [question, setQuestion] = useState<Question | null>(null)
  const offerUndo = useUndoToast()
  const offered = useRef<string>(undefined)

  const run = async (work: () => Promise<unknown>, message: string, undo: () => Promise<unknown>): Promise<void> => {
    const failed = () => toastInfo(t('matrix.failed'), 'preferences-failed')
    try {
      await work()
      offered.current = offerUndo({ message, undo: () => void undo().catch(failed), replaces: offered.current })
    } catch {
      failed()
    }
  }
  const save = (changes: CellChange[]) => {
    const [first] = changes
    if (!first) return
    const words = { name: first.row.name, channels: changes.map(({ channel }) => t(`channel.${channel}`)).join(', ') }
    const before = changes.map((change) => ({ ...change, on: !change.on }))
    return run(
      () => saveCells(changes),
      t(first.on ? 'matrix.on' : 'matrix.off', words),
      () => saveCells(before),
    )
  }
  const changeCells = (changes: CellChange[]) => {
    const names = silenced(changes, open).map(({ name }) => name)
    if (names.length > 0) setQuestion({ names, proceed: () => void save(changes) })
    else void save(changes)
  }
  const changeChannel = (channel: Channel, on: boolean) => {
    const words = { name: t('matrix.everything'), channels: t(`channel.${channel}`) }
    const proceed = () =>
      void run(
        () => saveChannel(channel, on, channels),
        t(on ? 'matrix.on' : 'matrix.off', words),
        () => saveChannel(channel, !on, channels),
      )
    const left = new Set([...open].filter((one) => one !== channel))
    const arriving = groups.flatMap(({ rows }) => rows.filter(({ protects }) => protects))
    const lost = arriving.filter((row) => row.channels[channel] && ![...left].some((one) => row.channels[one]))
    if (!on && lost.length > 0) setQuestion({ names: lost.map(({ name }) => name), proceed })
    else proceed()
  }
  return (
    <>
      <PreferenceTable
        groups={groups}
        channels={channels}
        open={open}
        onCells={changeCells}
        onChannel={changeChannel}
      />
      <ConfirmDialog
        opened={question !== null}
        danger
        title={t('matrix.ask', { count: question?.names.length ?? 0, name: question?.names[0] })}
        confirmLabel={t('matrix.turnOff')}
        onConfirm={async () => question?.proceed()}
        onClose={() => setQuestion(null)}
      >
        {t('matrix.askText', { names: question?.names.join(', ') })}
      </ConfirmDialog>
    </>
  )
}

/** Which notifications a person receives on which channels. Each change is saved at once and can be undone. */
export const Preferences = () => {
  const { t } = useTranslation('product-notifications/inbox')
  const { data: items, error, refetch } = useFetchUserPreferences()
  const { data: global, isLoading } = useFetchUserGlobalPreferences()
  if (!items && error) return <RetryState error={error} onRetry={refetch} compact />
  if (!items || isLoading) return <Skeleton height={480} radius="md" />
  if (items.length === 0) return <EmptyState title={t('matrix.nothing')} compact />
  return <Loaded items={items} global={global?.[0]} />
}
