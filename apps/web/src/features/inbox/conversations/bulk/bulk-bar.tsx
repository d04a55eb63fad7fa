import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { bulkLimit } from '@recado/contracts/inbox/conversation-changes'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import {
  IconBolt,
  IconCheck,
  IconDots,
  IconFlag,
  IconMail,
  IconMailOpened,
  IconMoodSmile,
  IconMoodSmileDizzy,
  IconMoon,
  IconRotate,
  IconTag,
  IconUserCircle,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { chatSettingsQuery } from '#web/queries/company-settings.ts'
import type { Change } from '../actions/changes.ts'
import { PickerButton, type PickerKind } from '../actions/picker-button.tsx'
import type { Standing } from '../actions/pickers.tsx'
import type { ListFilter } from '../list-filter.ts'
import classes from './bulk.module.css'
import { BulkResult } from './bulk-result.tsx'
import { useBulkChange } from './use-bulk-change.ts'
import { useSelectAll } from './use-select-all.ts'
import type { Selected, Selection } from './use-selection.ts'

/** What all of them have in common. */
const standingOf = (selected: Selected): Standing => {
  const all = [...selected.values()]
  const same = <T,>(of: (item: ConversationSummary) => T): T | undefined => {
    const first = all[0] && of(all[0])
    return all.every((item) => of(item) === first) ? first : undefined
  }
  return {
    assigneeId: same((item) => item.assignee?.id ?? null),
    teamId: same((item) => item.team?.id ?? null),
    priority: same((item) => item.priority),
    labelIds: (all[0]?.labelIds ?? []).filter((id) => all.every((item) => item.labelIds.includes(id))),
  }
}

const pickerIcons = { assign: IconUserCircle, labels: IconTag, priority: IconFlag, snooze: IconMoon, macros: IconBolt }
const pickerKinds = ['assign', 'labels', 'priority', 'snooze', 'macros'] as const

const Pickers = ({
  selected,
  busy,
  onChange,
}: {
  selected: Selected
  busy: boolean
  onChange: (change: Change) => void
}) => {
  const { t } = useTranslation('inbox/conversations')
  const [open, setOpen] = useState<PickerKind | null>(null)
  const standing = standingOf(selected)
  return pickerKinds.map((kind) => {
    const Icon = pickerIcons[kind]
    return (
      <PickerButton
        key={kind}
        kind={kind}
        label={t(`actions.${kind}`)}
        standing={standing}
        onChange={onChange}
        opened={open === kind}
        onOpened={(opened) => setOpen(opened ? kind : null)}
      >
        <ActionIcon
          size={32}
          disabled={busy}
          aria-label={t(`actions.${kind}`)}
          title={t(`actions.${kind}`)}
          onClick={() => setOpen(open === kind ? null : kind)}
        >
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </PickerButton>
    )
  })
}

const MoreChanges = ({ busy, onChange }: { busy: boolean; onChange: (change: Change) => void }) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={32} disabled={busy} aria-label={t('more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconMail size={17} />} onClick={() => onChange({ type: 'read', read: true })}>
          {t('bulk.read')}
        </Menu.Item>
        <Menu.Item leftSection={<IconMailOpened size={17} />} onClick={() => onChange({ type: 'read', read: false })}>
          {t('markUnread')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRotate size={17} />}
          onClick={() => onChange({ type: 'status', status: 'open', survey: false })}
        >
          {t('reopen')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Resolves them all; where customers are asked how it was, it asks first whether these are. */
const Resolve = ({ busy, onChange }: { busy: boolean; onChange: (change: Change) => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const { data } = useQuery(chatSettingsQuery)
  const resolve = (survey: boolean) => onChange({ type: 'status', status: 'resolved', survey })
  const asks = data?.settings.csat.enabled === true
  const button = (
    <Button
      size="compact-sm"
      leftSection={<IconCheck size={15} />}
      loading={busy}
      {...(!asks && { onClick: () => resolve(true) })}
    >
      {t('resolve')}
    </Button>
  )
  if (!asks) return button
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconMoodSmile size={17} />} onClick={() => resolve(true)}>
          {t('actions.resolveAsking')}
        </Menu.Item>
        <Menu.Item leftSection={<IconMoodSmileDizzy size={17} />} onClick={() => resolve(false)}>
          {t('actions.resolveSilently')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = { filter: ListFilter; selection: Selection; known: number; more: boolean }

/** Changes every chosen conversation at once, and says what became of them. */
export const BulkBar = ({ filter, selection, known, more }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { selected, choose, clear } = selection
  const bulk = useBulkChange(selected, clear)
  const all = useSelectAll(filter, choose)
  const [macro, setMacro] = useState<Change | null>(null)
  const count = selected.size
  // Messages that a macro sends to many customers cannot be undone.
  const onChange = (change: Change) => (change.type === 'macro' ? setMacro(change) : bulk.run(change))
  return (
    <>
      <section className={classes.bar} aria-label={t('bulk.label')}>
        <Group gap={6} wrap="nowrap" justify="space-between">
          <Text size="sm" fw={600} role="status">
            {t('bulk.selected', { count })}
          </Text>
          <Group gap={2} wrap="nowrap">
            {count < bulkLimit && (count < known || more) ? (
              <Button size="compact-xs" variant="subtle" loading={all.busy} onClick={all.run}>
                {t('bulk.all', { limit: bulkLimit })}
              </Button>
            ) : null}
            <ActionIcon size={28} aria-label={t('bulk.clear')} onClick={clear}>
              <IconX size={17} />
            </ActionIcon>
          </Group>
        </Group>
        <Group gap={2} wrap="nowrap" justify="space-between">
          <Pickers selected={selected} busy={bulk.busy} onChange={onChange} />
          <Resolve busy={bulk.busy} onChange={onChange} />
          <MoreChanges busy={bulk.busy} onChange={onChange} />
        </Group>
      </section>
      <ConfirmDialog
        opened={macro !== null}
        title={t('bulk.macroTitle', { count })}
        confirmLabel={t('actions.runMacro')}
        onConfirm={() => {
          if (macro) bulk.run(macro)
          return undefined
        }}
        onClose={() => setMacro(null)}
      >
        {t('bulk.macroText')}
      </ConfirmDialog>
      {bulk.result ? <BulkResult result={bulk.result} onClose={bulk.forget} /> : null}
    </>
  )
}
